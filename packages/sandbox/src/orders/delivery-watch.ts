import { EventEmitter, once } from "node:events";
import { SandboxError } from "../errors.ts";
import type { Delivery } from "./order.ts";
import type { OrderStore } from "./order-store.ts";

export interface AwaitedDeliveryFilter {
  readonly orderId: string;
  readonly merchantId?: string | undefined;
  /** The `number` of the last known delivery. 0 for none. */
  readonly after: number;
}

/** Waits for finished deliveries. Stores nothing, because finished deliveries are in the order store. */
export class DeliveryWatch {
  readonly #orderStore: OrderStore;
  readonly #ends = new EventEmitter().setMaxListeners(0);
  readonly #closing = new AbortController();

  constructor(orderStore: OrderStore) {
    this.#orderStore = orderStore;
  }

  /** Reports the end of a delivery. */
  ended(orderId: string): void {
    this.#ends.emit(`order ${orderId}`);
  }

  /**
   * Returns the first delivery after the known one.
   *
   * @throws SandboxError `timed_out` when the signal is aborted, `closed` when the sandbox is closed
   */
  async next({ orderId, merchantId, after }: AwaitedDeliveryFilter, signal: AbortSignal): Promise<Delivery> {
    const closing = this.#closing.signal;
    for (;;) {
      if (closing.aborted)
        throw new SandboxError("closed", `the sandbox was closed before another delivery of ${orderId}`);
      const deliveries = this.#orderStore.find(orderId, merchantId)?.deliveries ?? [];
      const delivery = deliveries.find(({ number }) => number > after);
      if (delivery) return delivery;
      if (signal.aborted)
        throw new SandboxError("timed_out", `no further delivery of ${orderId} ended in time`);
      const stop = AbortSignal.any([signal, closing]);
      await once(this.#ends, `order ${orderId}`, { signal: stop }).catch(() => undefined);
    }
  }

  close(): void {
    this.#closing.abort();
  }
}
