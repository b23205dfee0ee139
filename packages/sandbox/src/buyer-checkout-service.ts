import type { ServerResponse } from "node:http";
import { chargeCard, insufficientFundsReason, type SubmittedCard, summarizeCard } from "./card-outcome.ts";
import type { PlannedJob } from "./clock/job.ts";
import type { GatewayCore } from "./gateway-core.ts";
import type { Notifier } from "./notifier/notifier.ts";
import type { Order, ReturnStatus } from "./orders/order.ts";
import type { BuyerPageAction, BuyerPageName, OutcomeSource } from "./orders/order-event.ts";
import { declineFirstChargeByFault, scheduleFirstChargeRetry } from "./outcomes/first-charge.ts";
import type { OrderOutcomes } from "./outcomes/order-outcomes.ts";

export interface BuyerCheckoutDependencies extends GatewayCore {
  readonly notifier: Notifier;
  readonly outcomes: OrderOutcomes;
  /** Milliseconds between the response and the first notification of the next order that gets an outcome. */
  readonly nextOffset: () => number;
}

/** The buyer's way back to the shop: a GET of the address, or a POST of the fields to it. */
export type ReturnRedirect =
  | { readonly method: "GET"; readonly url: string }
  | { readonly method: "POST"; readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** The buyer's checkout: charges cards, handles the buyer's choices, and sends the buyer back to the shop. */
export class BuyerCheckoutService {
  readonly #options: BuyerCheckoutDependencies;

  constructor(options: BuyerCheckoutDependencies) {
    this.#options = options;
  }

  /** Charges the card of a pending order. The order becomes paid or failed, or stays pending at the 3D page. */
  async charge(order: Order, card: SubmittedCard, response: ServerResponse): Promise<void> {
    await this.announce(order, this.decide(order, card), response);
  }

  /**
   * Charges the card without notifying the shop: the message is held until it is announced. There is none if the buyer has
   * to confirm the payment, or if the gateway tries the charge again.
   */
  decide(order: Order, card: SubmittedCard): PlannedJob | undefined {
    if (order.state !== "pending") return undefined;
    const { orderStore, clock } = this.#options;
    return orderStore.change(order, () => {
      order.card = summarizeCard(card.number);
      const charge = chargeCard(card, clock.now());
      switch (charge.outcome) {
        case "approved":
          return this.#approve(order, "card");
        case "declined":
          return this.#decline(order, charge.reason, "card");
        case "challenge":
          order.step = "challenge";
          return undefined;
      }
    });
  }

  /** The order is paid, unless a fault declines the first charge of a subscription. */
  #approve(order: Order, by: OutcomeSource): PlannedJob | undefined {
    return this.#options.orderStore.change(order, () =>
      declineFirstChargeByFault(order, 1, this.#options)
        ? this.#decline(order, insufficientFundsReason, "fault")
        : this.#resolve(order, by),
    );
  }

  /** The order fails, unless its plan permits another attempt. */
  #decline(order: Order, reason: string, declinedBy: "card" | "fault"): PlannedJob | undefined {
    const isRetried =
      reason === insufficientFundsReason &&
      scheduleFirstChargeRetry(order, { attempt: 1, declinedBy }, this.#options);
    return isRetried ? undefined : this.#resolve(order, "card", reason);
  }

  /**
   * Sets the outcome of a pending order: failed if there is a failure, otherwise as for an approved card. Other orders do
   * not change.
   */
  async resolve(order: Order, response: ServerResponse, failure?: string): Promise<void> {
    if (order.state !== "pending") return;
    const message =
      failure === undefined ? this.#approve(order, "buyer") : this.#resolve(order, "buyer", failure);
    await this.announce(order, message, response);
  }

  /** Records the buyer's action on a page, and the method chosen there. A page that is opened repeatedly is recorded once. */
  note(
    order: Order,
    act: BuyerPageAction,
    { page, method }: { page: BuyerPageName; method?: string | undefined },
  ): void {
    const { orderStore } = this.#options;
    const seen = `${page} ${act} ${method ?? ""}`;
    if (act === "opened" && order.lastPage === seen) return;
    orderStore.change(order, () => {
      order.lastPage = seen;
      if (act !== "opened" && method !== undefined) order.method = method;
      orderStore.note(order, { type: "page", page, act, ...(method === undefined ? {} : { method }) });
    });
  }

  /**
   * Records how the buyer returns to the shop, and returns the redirect with RET-FIELDS. Returns undefined if the callback address of an
   * order from an earlier start is now the sandbox's own address.
   */
  sendBack(order: Order, status: ReturnStatus = currentReturnStatus(order)): ReturnRedirect | undefined {
    const { orderStore, own, quirks } = this.#options;
    if (own.isWrittenAsReturn(order.callbackUrl)) return undefined;
    const way = buildReturnRedirect(order, status, quirks.of(order.merchant.id).returnBy);
    orderStore.change(order, () => {
      order.returnedAs = status;
      orderStore.note(order, { type: "sent_back", status, method: way.method, url: way.url });
    });
    return way;
  }

  /**
   * Starts the first delivery before or after the response, depending on the seed. Before means that the response waits until the shop has
   * answered, but never longer than the offset, because the shop may be waiting for the response.
   */
  async announce(order: Order, message: PlannedJob | undefined, response: ServerResponse): Promise<void> {
    if (!message) return;
    const { base, clock, notifier, nextOffset, schedule } = this.#options;
    const offset = nextOffset();
    // A fault has delayed the message.
    if (message.due > clock.now()) return;
    if (offset >= 0) {
      // On a frozen clock the message would never be due.
      const release = () => {
        try {
          notifier.release(order, message, clock.frozen ? 0 : offset);
        } catch (error) {
          schedule.later(message, error);
        }
      };
      // If the client disconnected in the meantime, the response is already closed.
      if (response.closed || response.destroyed) release();
      else response.once("close", release);
      return;
    }
    await new Promise<void>((resolve) => {
      const cancel = base.after(-offset, resolve);
      void schedule.now(message).then(() => {
        cancel();
        resolve();
      });
    });
  }

  /** Starts the first delivery now, without waiting for it. */
  announceNow(message: PlannedJob | undefined): void {
    const { clock, schedule } = this.#options;
    if (message && message.due <= clock.now()) void schedule.now(message);
  }

  #resolve(order: Order, by: OutcomeSource, reason?: string): PlannedJob {
    const as = reason === undefined ? "paid" : "failed";
    return this.#options.outcomes.resolve(order, { as, by, reason, held: true });
  }
}

function currentReturnStatus({ state }: Order): ReturnStatus {
  switch (state) {
    case "pending":
      return "processing";
    case "paid":
      return "succeeded";
    case "failed":
    case "closed":
      return "fail";
  }
}

function buildReturnRedirect(
  order: Order,
  status: ReturnStatus,
  method: ReturnRedirect["method"],
): ReturnRedirect {
  const fields = { paymentStatus: status, orderID: order.orderId };
  if (method === "POST") return { method, url: order.callbackUrl, fields };
  return { method, url: appendQuery(order.callbackUrl, new URLSearchParams(fields).toString()) };
}

/** Returns the callback address as the shop wrote it, with the two fields added to its query. */
function appendQuery(callbackUrl: string, fields: string): string {
  const hash = callbackUrl.indexOf("#");
  const [address, fragment] =
    hash < 0 ? [callbackUrl, ""] : [callbackUrl.slice(0, hash), callbackUrl.slice(hash)];
  if (!address.includes("?")) return `${address}?${fields}${fragment}`;
  return address + (/[?&]$/.test(address) ? "" : "&") + fields + fragment;
}
