import type { ServerResponse } from "node:http";
import type { Book } from "../book/book.ts";
import type { Order } from "../book/order.ts";
import { masked } from "../card-digits.ts";
import type { Clock } from "../clock/clock.ts";
import type { PlannedJob } from "../clock/job.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { Schedule } from "../clock/schedule.ts";
import { SandboxError } from "../errors.ts";
import type { Fault } from "../faults/fault.ts";
import type { FaultDesk } from "../faults/fault-desk.ts";
import { faultSays } from "../faults/fault-words.ts";
import { findMerchant, type Merchant } from "../merchants.ts";
import { type NotifyTarget, pinNotifyTarget } from "../notifier/notify-target.ts";
import { entryPath } from "../pages/paths.ts";
import { behaviours } from "../quirks/quirk.ts";
import type { QuirkDesk } from "../quirks/quirk-desk.ts";
import type { OwnAddress } from "../server/own-address.ts";
import { maskedSigningText, requestSign, sameSign } from "../signature.ts";
import type { Till } from "../till.ts";
import { checkSale, type Sale } from "./check-sale.ts";
import { cardDigits, maskedFields, maskedTexts } from "./masked-fields.ts";
import { readForm } from "./read-form.ts";
import { Refused } from "./refused.ts";
import { type Answer, answerShown, type WireAnswer, wireAnswer } from "./sale-answer.ts";

export interface SaleDeskOptions {
  readonly book: Book;
  readonly till: Till;
  readonly clock: SandboxClock;
  /** For answers that are late. */
  readonly base: Clock;
  readonly schedule: Schedule;
  readonly faults: FaultDesk;
  readonly quirks: QuirkDesk;
  readonly allowNotifyHosts: readonly string[];
  readonly own: OwnAddress;
  /** Milliseconds until a pending order is closed. */
  readonly expireAfter: number;
  /** The address of this gateway, for the pages it sends buyers to. */
  readonly url: () => string;
  readonly onRefused: (message: string, form: ReadonlyMap<string, string>) => void;
  readonly log: (line: string) => void;
}

export interface Submission {
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
  readonly response: ServerResponse;
}

type Form = ReadonlyMap<string, string>;

/** A sale that is entered: its order, what the shop is to be told, and what goes wrong on the way. */
interface Entered {
  readonly order: Order;
  readonly message: PlannedJob | undefined;
  readonly faults: readonly Fault[];
}

/** Takes submissions at `POST /pay_index`: merchant, fields, signature, notify address, duplicate, in this order. */
export class SaleDesk {
  readonly #options: SaleDeskOptions;

  constructor(options: SaleDeskOptions) {
    this.#options = options;
  }

  /** RES-STATUS, RES-URL or, for what is not a sale at all, RES-ERROR. */
  async submit({ contentType, body, response }: Submission): Promise<WireAnswer> {
    let form: Form = new Map();
    try {
      form = readForm(contentType, body);
      const merchant = merchantOf(form);
      const sale = checkSale(form, merchant);
      checkSign(form, merchant);
      const target = await this.#pin(sale);
      const entered = this.#enter({ form, sale, merchant, target });
      return "kind" in entered ? entered : await this.#answer(entered, merchant, response);
    } catch (error) {
      const message = refusalOf(error);
      if (message === undefined) throw error;
      return this.#refuse(message, form);
    }
  }

  /** The answer to somebody who may send no sales at all. What can be read of the form helps the developer to find it. */
  refuseSender({ contentType, body }: Omit<Submission, "response">, message: string): WireAnswer {
    return this.#refuse(message, readableForm(contentType, body));
  }

  #refuse(message: string, form: Form): WireAnswer {
    this.#options.onRefused(message, form);
    return wireAnswer({ status: "error", msg: message }, behaviours.none, []);
  }

  async #pin(sale: Sale): Promise<NotifyTarget> {
    const { allowNotifyHosts, own } = this.#options;
    const target = await pinNotifyTarget(sale.notifyUrl, allowNotifyHosts);
    if ("refused" in target) throw new Refused(`pay_notifyurl: ${target.refused} (REQ-NOTIFYURL)`);
    const itself = "is an address of the sandbox itself: name one of your shop";
    if (own.isReachedAt(target.url, target.addresses)) {
      throw new Refused(`pay_notifyurl: ${itself} (REQ-NOTIFYURL)`);
    }
    if (await own.isReturn(sale.callbackUrl)) {
      throw new Refused(`pay_callbackurl: ${itself} (REQ-CALLBACKURL)`);
    }
    return target;
  }

  /** All of it is kept, or nothing: nothing is awaited here, or two submissions could enter one number. */
  #enter(parts: { form: Form; sale: Sale; merchant: Merchant; target: NotifyTarget }): Entered | WireAnswer {
    const { form, sale, merchant, target } = parts;
    const { book, clock, faults, log, schedule, till, expireAfter } = this.#options;
    return book.atomically(() => {
      if (book.has(merchant, sale.orderNumber)) {
        throw new Refused(
          "pay_orderid: duplicate order number, this merchant has used it before (REQ-ORDERID)",
        );
      }
      const taken = faults.take(merchant);
      if (taken.all.some((fault) => fault.kind === "lost_connection" && fault.when === "before")) {
        log(`cut the connection of a sale of merchant ${merchant.id} before it was entered`);
        return { kind: "cut" };
      }
      const createdAt = clock.now();
      const card = cardDigits(form);
      const kept = {
        ...sale,
        ...maskedTexts({ items: sale.items, ...(sale.plan ? { plan: sale.plan } : {}) }, card),
      };
      const order = book.add(kept, { merchant, notify: target, createdAt, faults: taken.own });
      const signingText = masked(maskedSigningText(form), card);
      book.note(order, { type: "submitted", fields: maskedFields(form), signingText });
      const charged = merchant.variant === "card" || merchant.variant === "subscription";
      const message = sale.card && charged ? till.decide(order, sale.card) : undefined;
      if (order.state === "pending") schedule.plan(order.id, createdAt + expireAfter, { kind: "expire" });
      return { order, message, faults: taken.all };
    });
  }

  async #answer({ order, message, faults }: Entered, merchant: Merchant, response: ServerResponse) {
    const { book, till, quirks } = this.#options;
    const spoiling = faults.filter(spoilsAnswer);
    for (const fault of spoiling) {
      book.note(order, { type: "fault_applied", fault: fault.kind, says: faultSays(fault) });
    }
    const answer = wireAnswer(this.#saleAnswer(order, spoiling), quirks.of(merchant.id), spoiling);
    const late = spoiling.find((fault) => fault.kind === "slow_response");
    // a notification does not wait for an answer that is late
    if (late) till.announceNow(message);
    else await till.announce(order, message, response);
    if (late) await this.#wait(late.seconds * 1000, response);
    book.note(order, { type: "answered", ...answerShown(answer) });
    return answer;
  }

  #saleAnswer(order: Order, faults: readonly Fault[]): Answer {
    if (faults.some(({ kind }) => kind === "duplicate_rejection")) {
      return { status: "error", msg: "pay_orderid: duplicate order number (REQ-ORDERID)" };
    }
    if (order.state === "paid") return { status: 0, msg: "transaction success" };
    if (order.state === "pending") return { status: 1, url: this.#options.url() + entryPath(order) };
    return { status: 2, msg: `transaction failed: ${order.failure ?? "it was given up"}` };
  }

  #wait(milliseconds: number, response: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.base.after(milliseconds, resolve);
      response.once("close", () => {
        cancel();
        resolve();
      });
    });
  }
}

function readableForm(contentType: string | undefined, body: Uint8Array): Form {
  try {
    return readForm(contentType, body);
  } catch (error) {
    if (error instanceof Refused) return new Map();
    throw error;
  }
}

function spoilsAnswer({ kind }: Fault): boolean {
  return ["slow_response", "broken_response", "lost_connection", "duplicate_rejection"].includes(kind);
}

/** Why a submission is no sale, in words for the shop; undefined for what is nobody's fault but ours. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof Refused) return error.message;
  if (error instanceof SandboxError && (error.code === "disk_full" || error.code === "data_file_unusable")) {
    return `the sandbox cannot keep this sale: ${error.message}`;
  }
  return undefined;
}

function merchantOf(form: Form): Merchant {
  const id = form.get("pay_memberid");
  if (!id) throw new Refused("pay_memberid: is required (REQ-REQUIRED)");
  const merchant = findMerchant(id);
  if (!merchant) throw new Refused("pay_memberid: no such merchant");
  return merchant;
}

function checkSign(form: Form, merchant: Merchant): void {
  if (!sameSign(form.get("pay_md5sign") ?? "", requestSign(form, merchant.key))) {
    throw new Refused("pay_md5sign: signature verification failed (SIG-DIGEST)");
  }
}
