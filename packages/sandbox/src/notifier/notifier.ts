import type { Delivery, Order } from "../book/order.ts";
import { isoTime } from "../book/order-view.ts";
import type { Clock } from "../clock.ts";
import { notificationBody } from "./notification.ts";
import { postOnce } from "./post-once.ts";

export interface NotifierOptions {
  readonly clock: Clock;
  /** Milliseconds between the tries. */
  readonly retryGaps: readonly number[];
  /** Milliseconds for one try. */
  readonly deliveryTimeout: number;
  readonly onDelivery: (order: Order, delivery: Delivery) => void;
}

/** Tells shops what became of their orders, again and again until they answer `OK` or the gaps are used up. */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #planned = new Set<() => void>();
  readonly #inFlight = new Set<Promise<void>>();
  #closed = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Sends the order's next try after `milliseconds`. */
  plan(order: Order, milliseconds: number): void {
    if (this.#closed) return;
    const { clock } = this.#options;
    order.nextDeliveryAt = clock.now() + milliseconds;
    const forget = clock.after(milliseconds, () => {
      this.#planned.delete(cancel);
      void this.send(order);
    });
    const cancel = () => {
      forget();
      delete order.nextDeliveryAt;
    };
    this.#planned.add(cancel);
  }

  /** Sends the order's next try now; resolves when it is over, whatever came of it. */
  send(order: Order): Promise<void> {
    if (this.#closed) return Promise.resolve();
    const sending = this.#try(order).finally(() => this.#inFlight.delete(sending));
    this.#inFlight.add(sending);
    return sending;
  }

  /** Forgets what is planned and waits for what is on its way, which is at most one delivery time-out. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const cancel of this.#planned) cancel();
    this.#planned.clear();
    await Promise.all(this.#inFlight);
  }

  async #try(order: Order): Promise<void> {
    const { clock, retryGaps, deliveryTimeout, onDelivery } = this.#options;
    delete order.nextDeliveryAt;
    const begun = clock.now();
    const started = performance.now();
    const answer = await postOnce(order.notify, notificationBody(order, begun), deliveryTimeout);
    const delivery: Delivery = {
      number: order.deliveries.length + 1,
      message: 1,
      try: order.deliveries.length + 1,
      transactionId: order.transactionId,
      returncode: order.state === "paid" ? "00" : "2",
      at: isoTime(begun),
      ...answer,
      milliseconds: Math.round(performance.now() - started),
    };
    order.deliveries.push(delivery);
    const gap = retryGaps[order.deliveries.length - 1];
    if (delivery.outcome !== "ok" && gap !== undefined) this.plan(order, gap);
    onDelivery(order, delivery);
  }
}
