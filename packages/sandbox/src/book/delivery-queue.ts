import { SandboxError } from "../errors.ts";
import type { Delivery } from "./order.ts";

type Waiter = { resolve: (delivery: Delivery) => void; reject: (error: Error) => void };

/** Hands every finished delivery out once, oldest first, to whoever waits for it now or later. */
export class DeliveryQueue {
  readonly #finished = new Map<string, Delivery[]>();
  readonly #waiting = new Map<string, Waiter[]>();
  #closed = false;

  push(orderNumber: string, delivery: Delivery): void {
    const waiter = this.#waiting.get(orderNumber)?.shift();
    const finished = this.#finished.get(orderNumber);
    if (waiter) waiter.resolve(delivery);
    else if (finished) finished.push(delivery);
    else this.#finished.set(orderNumber, [delivery]);
  }

  next(orderNumber: string): Promise<Delivery> {
    const finished = this.#finished.get(orderNumber)?.shift();
    if (finished) return Promise.resolve(finished);
    if (this.#closed) return Promise.reject(closedBefore(orderNumber));
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(orderNumber);
      if (waiting) waiting.push({ resolve, reject });
      else this.#waiting.set(orderNumber, [{ resolve, reject }]);
    });
  }

  close(): void {
    this.#closed = true;
    for (const [orderNumber, waiters] of this.#waiting) {
      for (const waiter of waiters) waiter.reject(closedBefore(orderNumber));
    }
    this.#waiting.clear();
  }
}

function closedBefore(orderNumber: string): SandboxError {
  return new SandboxError("closed", `the sandbox was closed before another delivery of ${orderNumber}`);
}
