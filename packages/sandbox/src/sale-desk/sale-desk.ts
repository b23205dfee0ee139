import type { ServerResponse } from "node:http";
import type { Book } from "../book/book.ts";
import type { Order } from "../book/order.ts";
import type { Clock } from "../clock.ts";
import { findMerchant, type Merchant } from "../merchants.ts";
import { pinNotifyTarget } from "../notifier/notify-target.ts";
import { entryPath } from "../pages/paths.ts";
import { requestSign, sameSign } from "../signature.ts";
import type { Till } from "../till.ts";
import { checkSale, type Sale } from "./check-sale.ts";
import { readForm } from "./read-form.ts";
import { Refused } from "./refused.ts";

export type Answer =
  | { readonly status: 0 | 2; readonly msg: string }
  | { readonly status: 1; readonly url: string }
  | { readonly status: "error"; readonly msg: string };

export interface SaleDeskOptions {
  readonly book: Book;
  readonly till: Till;
  readonly clock: Clock;
  readonly allowNotifyHosts: readonly string[];
  /** The address of this gateway, for the pages it sends buyers to. */
  readonly url: () => string;
  readonly log: (line: string) => void;
}

export interface Submission {
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
  readonly response: ServerResponse;
}

/** Takes submissions at `POST /pay_index`: merchant, fields, signature, notify address, duplicate, in this order. */
export class SaleDesk {
  readonly #options: SaleDeskOptions;

  constructor(options: SaleDeskOptions) {
    this.#options = options;
  }

  /** RES-STATUS, RES-URL or, for what is not a sale at all, RES-ERROR. */
  async submit({ contentType, body, response }: Submission): Promise<Answer> {
    try {
      const form = readForm(contentType, body);
      const merchant = merchantOf(form);
      const sale = checkSale(form, merchant);
      checkSign(form, merchant);
      const order = await this.#enter(sale, merchant);
      return await this.#answer(order, sale, response);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#options.log(`refused a sale: ${error.message}`);
      return { status: "error", msg: error.message };
    }
  }

  async #enter(sale: Sale, merchant: Merchant): Promise<Order> {
    const { book, clock, allowNotifyHosts, log } = this.#options;
    const target = await pinNotifyTarget(sale.notifyUrl, allowNotifyHosts);
    if ("refused" in target) throw new Refused(`pay_notifyurl: ${target.refused} (REQ-NOTIFYURL)`);
    // nothing may be awaited between these two lines, or two submissions could enter one number
    if (book.has(merchant, sale.orderNumber)) {
      throw new Refused(
        "pay_orderid: duplicate order number, this merchant has used it before (REQ-ORDERID)",
      );
    }
    const order = book.add(sale, { merchant, notify: target, createdAt: clock.now() });
    log(
      `order ${order.orderNumber} of merchant ${merchant.id}: ${order.amount} ${order.currency}, ${merchant.variant}`,
    );
    return order;
  }

  async #answer(order: Order, sale: Sale, response: ServerResponse): Promise<Answer> {
    const { till, url } = this.#options;
    const { variant } = order.merchant;
    if (sale.card && (variant === "card" || variant === "subscription")) {
      await till.charge(order, sale.card, response);
    }
    if (order.state === "paid") return { status: 0, msg: "transaction success" };
    if (order.state === "failed") return { status: 2, msg: `transaction failed: ${order.failure}` };
    return { status: 1, url: url() + entryPath(order) };
  }
}

function merchantOf(form: ReadonlyMap<string, string>): Merchant {
  const id = form.get("pay_memberid");
  if (!id) throw new Refused("pay_memberid: is required (REQ-REQUIRED)");
  const merchant = findMerchant(id);
  if (!merchant) throw new Refused("pay_memberid: no such merchant");
  return merchant;
}

function checkSign(form: ReadonlyMap<string, string>, merchant: Merchant): void {
  if (!sameSign(form.get("pay_md5sign") ?? "", requestSign(form, merchant.key))) {
    throw new Refused("pay_md5sign: signature verification failed (SIG-DIGEST)");
  }
}
