import { SandboxError } from "../errors.ts";
import type { Delivery } from "./order.ts";
import type { OrderStore } from "./order-store.ts";

export interface DeliveryQuery {
  readonly orderNumber: string;
  readonly merchantId?: string | undefined;
  /** The `number` of the last delivery that is known already; 0 for none. */
  readonly after: number;
}

/** Waits for finished deliveries. What is over already is in the book, so nothing is kept here for nobody. */
export class DeliveryWatch {
  readonly #book: OrderStore;
  readonly #waiting = new Map<string, Set<() => void>>();
  #closed = false;

  constructor(book: OrderStore) {
    this.#book = book;
  }

  /** A delivery of an order with this number has ended. */
  ended(orderNumber: string): void {
    for (const look of this.#waiting.get(orderNumber) ?? []) look();
  }

  /**
   * The first delivery after the one that is known. Rejects with SandboxError `timed_out` when the signal is aborted
   * before, and with `closed` when the sandbox is.
   */
  next(wanted: DeliveryQuery, signal: AbortSignal): Promise<Delivery> {
    const { orderNumber } = wanted;
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener("abort", look);
        const waiting = this.#waiting.get(orderNumber);
        waiting?.delete(look);
        if (waiting?.size === 0) this.#waiting.delete(orderNumber);
      };
      const look = () => {
        const delivery = this.#closed ? undefined : this.#find(wanted);
        if (!delivery && !this.#closed && !signal.aborted) return;
        leave();
        if (delivery) resolve(delivery);
        else reject(this.#closed ? closedError(orderNumber) : timeoutError(orderNumber));
      };
      const waiting = this.#waiting.get(orderNumber) ?? new Set();
      this.#waiting.set(orderNumber, waiting.add(look));
      signal.addEventListener("abort", look);
      look();
    });
  }

  close(): void {
    this.#closed = true;
    for (const waiting of [...this.#waiting.values()]) for (const look of [...waiting]) look();
  }

  #find({ orderNumber, merchantId, after }: DeliveryQuery): Delivery | undefined {
    return this.#book.find(orderNumber, merchantId)?.deliveries.find(({ number }) => number > after);
  }
}

function closedError(orderNumber: string): SandboxError {
  return new SandboxError("closed", `the sandbox was closed before another delivery of ${orderNumber}`);
}

function timeoutError(orderNumber: string): SandboxError {
  return new SandboxError("timed_out", `no further delivery of ${orderNumber} ended in time`);
}
