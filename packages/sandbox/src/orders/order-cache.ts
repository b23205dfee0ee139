import type { Order } from "./order.ts";

const cacheSize = 200;

/**
 * The orders that are in use, by id: everybody gets the same object, so that no change is lost. Unused orders are
 * garbage-collected, except a few that avoid reading them again.
 */
export class OrderCache {
  readonly #held = new Map<number, WeakRef<Order>>();
  readonly #gone = new FinalizationRegistry<number>((id) => {
    if (this.#held.get(id)?.deref() === undefined) this.#held.delete(id);
  });
  readonly #warm: (Order | undefined)[] = [];
  #kept = 0;

  find(id: number): Order | undefined {
    return this.#held.get(id)?.deref();
  }

  keep(order: Order): Order {
    this.#held.set(order.id, new WeakRef(order));
    this.#gone.register(order, order.id);
    this.#warm[this.#kept % cacheSize] = order;
    this.#kept += 1;
    return order;
  }

  /** Returns a mark for `forgetSince`. */
  mark(): number {
    return this.#kept;
  }

  /** Removes the orders that were cached since the mark, because their transaction rolled back. */
  forgetSince(mark: number): void {
    for (let place = mark; place < this.#kept; place += 1) {
      const order = this.#warm[place % cacheSize];
      if (order) this.#held.delete(order.id);
      this.#warm[place % cacheSize] = undefined;
    }
  }
}
