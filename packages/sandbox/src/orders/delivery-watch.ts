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
  readonly #waiting = new Map<string, Set<() => void>>();
  #closed = false;

  constructor(orderStore: OrderStore) {
    this.#orderStore = orderStore;
  }

  /** Reports the end of a delivery with this number. */
  ended(orderId: string): void {
    for (const look of this.#waiting.get(orderId) ?? []) look();
  }

  /**
   * Returns the first delivery after the known one.
   *
   * @throws SandboxError `timed_out` when the signal is aborted, `closed` when the sandbox is closed
   */
  next(wanted: AwaitedDeliveryFilter, signal: AbortSignal): Promise<Delivery> {
    const { orderId } = wanted;
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener("abort", look);
        const waiting = this.#waiting.get(orderId);
        waiting?.delete(look);
        if (waiting?.size === 0) this.#waiting.delete(orderId);
      };
      const look = () => {
        const delivery = this.#closed ? undefined : this.#find(wanted);
        if (!delivery && !this.#closed && !signal.aborted) return;
        leave();
        if (delivery) resolve(delivery);
        else reject(this.#closed ? closedError(orderId) : timeoutError(orderId));
      };
      const waiting = this.#waiting.get(orderId) ?? new Set();
      this.#waiting.set(orderId, waiting.add(look));
      signal.addEventListener("abort", look);
      look();
    });
  }

  close(): void {
    this.#closed = true;
    for (const waiting of [...this.#waiting.values()]) for (const look of [...waiting]) look();
  }

  #find({ orderId, merchantId, after }: AwaitedDeliveryFilter): Delivery | undefined {
    return this.#orderStore.find(orderId, merchantId)?.deliveries.find(({ number }) => number > after);
  }
}

function closedError(orderId: string): SandboxError {
  return new SandboxError("closed", `the sandbox was closed before another delivery of ${orderId}`);
}

function timeoutError(orderId: string): SandboxError {
  return new SandboxError("timed_out", `no further delivery of ${orderId} ended in time`);
}
