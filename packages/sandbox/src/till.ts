import type { ServerResponse } from "node:http";
import type { Order, PaymentStatus } from "./book/order.ts";
import { chargeCard, markOf, type SubmittedCard } from "./cards.ts";
import type { Clock } from "./clock.ts";
import type { Notifier } from "./notifier/notifier.ts";

export interface TillOptions {
  readonly clock: Clock;
  readonly notifier: Notifier;
  /** Milliseconds around the response for the first notification of the order that settles next. */
  readonly nextOffset: () => number;
  readonly log: (line: string) => void;
}

/** The one place where an order becomes paid or failed. */
export class Till {
  readonly #options: TillOptions;

  constructor(options: TillOptions) {
    this.#options = options;
  }

  /** Charges a pending order's card: it ends paid, failed, or pending at the 3D page. */
  async charge(order: Order, card: SubmittedCard, response: ServerResponse): Promise<void> {
    if (order.state !== "pending") return;
    order.card = markOf(card.number);
    const charge = chargeCard(card, this.#options.clock.now());
    if (charge.outcome === "challenge") order.step = "challenge";
    else if (charge.outcome === "approved") await this.settle(order, response);
    else await this.settle(order, response, charge.reason);
  }

  /** Settles a pending order for ever, as failed when there is a failure. A settled order stays as it is. */
  async settle(order: Order, response: ServerResponse, failure?: string): Promise<void> {
    if (order.state !== "pending") return;
    order.state = failure === undefined ? "paid" : "failed";
    order.settledAt = this.#options.clock.now();
    if (failure !== undefined) order.failure = failure;
    const why = failure === undefined ? "" : `: ${failure}`;
    this.#options.log(`order ${order.orderNumber} of merchant ${order.merchant.id} is ${order.state}${why}`);
    await this.#announce(order, response);
  }

  /** Notes how the buyer goes back to the shop, and returns RET-FIELDS as an address. */
  sendBack(order: Order, status: PaymentStatus = returnStatus(order)): string {
    order.returnedAs = status;
    this.#options.log(`order ${order.orderNumber}: the buyer goes back with ${status}`);
    return returnUrl(order, status);
  }

  /**
   * The first try is on its way before or after the response, as the seed has it. Before means that the response
   * waits until the shop has answered, but never longer than the offset: the shop may be waiting for the response.
   */
  async #announce(order: Order, response: ServerResponse): Promise<void> {
    const { clock, notifier, nextOffset } = this.#options;
    const offset = nextOffset();
    if (offset >= 0) {
      // a client that hung up meanwhile leaves a response that has closed already
      if (response.closed || response.destroyed) notifier.plan(order, offset);
      else response.once("close", () => notifier.plan(order, offset));
      return;
    }
    await new Promise<void>((resolve) => {
      const cancel = clock.after(-offset, resolve);
      void notifier.send(order).then(() => {
        cancel();
        resolve();
      });
    });
  }
}

function returnStatus(order: Order): PaymentStatus {
  if (order.state === "pending") return "processing";
  return order.state === "paid" ? "succeeded" : "fail";
}

/** The callback address as the shop wrote it, with the two fields added to its query. */
function returnUrl(order: Order, status: PaymentStatus): string {
  const fields = new URLSearchParams({ paymentStatus: status, orderID: order.orderNumber }).toString();
  const hash = order.callbackUrl.indexOf("#");
  const [address, fragment] =
    hash < 0 ? [order.callbackUrl, ""] : [order.callbackUrl.slice(0, hash), order.callbackUrl.slice(hash)];
  if (!address.includes("?")) return `${address}?${fields}${fragment}`;
  return address + (/[?&]$/.test(address) ? "" : "&") + fields + fragment;
}
