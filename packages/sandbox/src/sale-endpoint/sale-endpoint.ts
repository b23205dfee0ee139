import type { ServerResponse } from "node:http";
import type { BuyerCheckoutService } from "../buyer-checkout-service.ts";
import type { PlannedJob } from "../clock/job.ts";
import type { Fault } from "../faults/fault.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { maskCardNumbers } from "../mask-card-numbers.ts";
import type { Merchant } from "../merchants.ts";
import type { Order } from "../orders/order.ts";
import {
  type ResolvedDeliveryTarget,
  resolveAllowedDeliveryTarget,
} from "../orders/resolved-delivery-target.ts";
import { firstPagePath } from "../pages/page-paths.ts";
import { behaviourByQuirkProfile } from "../quirks/quirk.ts";
import { type CheckedSale, checkSale, type Sale } from "../sale/check-sale.ts";
import { maskFields, maskNestedTexts, readCardDigits } from "../sale/mask-fields.ts";
import { readForm } from "../sale/read-form.ts";
import { RejectedSaleError } from "../sale/rejected-sale-error.ts";
import { waitWhileOpen } from "../server/wait-while-open.ts";
import type { PostedBody } from "../shop-route.ts";
import { buildMaskedSigningText } from "../signature.ts";
import { duplicateOrderText } from "./duplicate-order-text.ts";
import {
  checkSign,
  readFormOrEmpty,
  rejectionMessage,
  requireFormMerchant,
  type SaleForm,
} from "./sale-checks.ts";
import { type SaleResponse, summarizeResponse, toWireResponse, type WireResponse } from "./sale-response.ts";

export interface SaleEndpointDependencies extends GatewayCore {
  readonly buyerCheckout: BuyerCheckoutService;
  /** The address of this gateway, for its pages. */
  readonly url: () => string;
  readonly onRefused: (message: string, form: SaleForm) => void;
}

/** An accepted sale: its order, its message for the shop, and its faults. */
interface EnteredSale {
  readonly order: Order;
  readonly form: SaleForm;
  readonly message: PlannedJob | undefined;
  readonly faults: readonly Fault[];
}

/** Accepts sales. Checks merchant, fields, signature, notify address and duplicates, in this order. */
export class SaleEndpoint {
  readonly #options: SaleEndpointDependencies;

  constructor(options: SaleEndpointDependencies) {
    this.#options = options;
  }

  /** Returns the response to a sale: RES-STATUS, RES-URL, or RES-ERROR if it is not a sale. */
  async submit({
    contentType,
    body,
    response,
  }: PostedBody & { readonly response: ServerResponse }): Promise<WireResponse> {
    let form: SaleForm = new Map();
    try {
      form = readForm(contentType, body);
      const merchant = requireFormMerchant(form);
      const checked = checkSale(form, merchant, this.#options.quirks.of(merchant.id).sales);
      checkSign(form, merchant);
      const target = await this.#pin(checked.sale);
      const entered = this.#enter({ form, checked, merchant, target });
      return "kind" in entered ? entered : await this.#answer(entered, merchant, response);
    } catch (error) {
      const message = rejectionMessage(error);
      if (message === undefined) throw error;
      return this.#refuse(message, form);
    }
  }

  /** Returns the response to a sender who must not send sales, with the readable fields for the developer. */
  refuseSender({ contentType, body }: PostedBody, message: string): WireResponse {
    return this.#refuse(message, readFormOrEmpty(contentType, body));
  }

  #refuse(message: string, form: SaleForm): WireResponse {
    this.#options.onRefused(message, form);
    return toWireResponse({ status: "error", msg: message }, behaviourByQuirkProfile.none, []);
  }

  async #pin(sale: Sale): Promise<ResolvedDeliveryTarget> {
    const { allowNotifyHosts, own } = this.#options;
    const target = await resolveAllowedDeliveryTarget(sale.notifyUrl, allowNotifyHosts);
    if ("refused" in target) throw new RejectedSaleError(`pay_notifyurl: ${target.refused} (REQ-NOTIFYURL)`);
    const itself = "is an address of the sandbox itself: name one of your shop";
    if (own.isReachedAt(target.url, target.addresses)) {
      throw new RejectedSaleError(`pay_notifyurl: ${itself} (REQ-NOTIFYURL)`);
    }
    if (await own.isReturn(sale.callbackUrl)) {
      throw new RejectedSaleError(`pay_callbackurl: ${itself} (REQ-CALLBACKURL)`);
    }
    return target;
  }

  /** A sale can name the scheme of any program on the buyer's machine. */
  #allowedAppScheme({ appScheme, orderId }: Sale): string {
    const [scheme = ""] = appScheme.toLowerCase().split(":", 1);
    if (scheme === "" || this.#options.allowAppSchemes.includes(scheme)) return appScheme;
    this.#options.log(`order ${orderId}: --allow-app-scheme does not name ${scheme}, so no app is opened`);
    return "";
  }

  /** Stores everything or nothing. Synchronous, because two sales could use the same order ID otherwise. */
  #enter(parts: {
    form: SaleForm;
    checked: CheckedSale;
    merchant: Merchant;
    target: ResolvedDeliveryTarget;
  }): EnteredSale | WireResponse {
    const { form, checked, merchant, target } = parts;
    const { sale, strictProblems } = checked;
    const { orderStore, clock, faults, log, schedule, buyerCheckout, expireAfter } = this.#options;
    return orderStore.atomically(() => {
      if (orderStore.has(merchant, sale.orderId)) {
        throw new RejectedSaleError(this.#duplicateText(form, merchant));
      }
      const taken = faults.take(merchant);
      if (taken.all.some((fault) => fault.kind === "lost_connection" && fault.when === "before")) {
        log(`cut the connection of a sale of merchant ${merchant.id} before it was entered`);
        return { kind: "cut" };
      }
      const createdAt = clock.now();
      const card = readCardDigits(form);
      const kept = {
        ...sale,
        appScheme: this.#allowedAppScheme(sale),
        ...maskNestedTexts({ items: sale.items, ...(sale.plan ? { plan: sale.plan } : {}) }, card),
      };
      const order = orderStore.add(kept, {
        merchant,
        notify: target,
        createdAt,
        faults: taken.own,
        strictProblems,
      });
      this.#noteSale(order, form, checked);
      const charged = merchant.variant === "card" || merchant.variant === "subscription";
      const message = sale.card && charged ? buyerCheckout.decide(order, sale.card) : undefined;
      if (isWaitingForBuyer(order)) schedule.plan(order.id, createdAt + expireAfter, { kind: "expire" });
      return { order, form, message, faults: taken.all };
    });
  }

  /** Adds the request and its oddities to the timeline. */
  #noteSale(order: Order, form: SaleForm, { strictProblems, warnings }: CheckedSale): void {
    const { orderStore } = this.#options;
    const signingText = maskCardNumbers(buildMaskedSigningText(form), readCardDigits(form));
    orderStore.note(order, { type: "submitted", fields: maskFields(form), signingText });
    for (const says of warnings) orderStore.note(order, { type: "warning", says });
    if (strictProblems.length > 0) orderStore.note(order, { type: "leniency", problems: strictProblems });
  }

  async #answer({ order, form, message, faults }: EnteredSale, merchant: Merchant, response: ServerResponse) {
    const { orderStore, buyerCheckout, quirks } = this.#options;
    const spoiling = faults.filter(changesResponse);
    for (const fault of spoiling) orderStore.noteFault(order, fault);
    const rejection = spoiling.find((fault) => fault.kind === "duplicate_rejection");
    const object = rejection
      ? { status: "error" as const, msg: this.#duplicateText(form, merchant, rejection.language) }
      : this.#saleAnswer(order);
    const answer = toWireResponse(object, quirks.of(merchant.id), spoiling);
    const late = spoiling.find((fault) => fault.kind === "slow_response");
    // A notification does not wait for a delayed response.
    if (late) buyerCheckout.announceNow(message);
    else await buyerCheckout.announce(order, message, response);
    if (late) await waitWhileOpen(this.#options.base, late.seconds * 1000, response);
    orderStore.note(order, { type: "answered", ...summarizeResponse(answer) });
    return answer;
  }

  #duplicateText(form: SaleForm, { id }: Merchant, language?: string): string {
    if (language !== undefined) return duplicateOrderText(language);
    return this.#options.quirks.of(id).duplicateText === "for_buyer"
      ? duplicateOrderText(form.get("pay_language") ?? "")
      : "pay_orderid: duplicate order ID, this merchant has used it before (REQ-ORDERID)";
  }

  #saleAnswer(order: Order): SaleResponse {
    if (order.state === "paid") return { status: 0, msg: "transaction success" };
    if (isWaitingForBuyer(order)) return { status: 1, url: this.#options.url() + firstPagePath(order) };
    return { status: 2, msg: `transaction failed: ${order.failure ?? "the attempt was abandoned"}` };
  }
}

/** A declined charge that the gateway tries again needs no buyer. */
function isWaitingForBuyer({ state, step }: Order): boolean {
  return state === "pending" && step !== "none";
}

function changesResponse({ kind }: Fault): boolean {
  return ["slow_response", "broken_response", "lost_connection", "duplicate_rejection"].includes(kind);
}
