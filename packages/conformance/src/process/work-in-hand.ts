import type { PayIndexEvent } from "@pay-index/core";

/**
 * Orders that are being placed at this moment, as the adapter's events tell. Of many notifications that come together one places the
 * order, and the others are answered before it has; and a renewal may take longer than its reply: a driver waits here before it reads.
 */
export class WorkInHand {
  readonly #ends = new Map<string, () => void>();
  readonly #placing = new Map<string, Promise<void>>();
  readonly #renewing = new Map<string, Set<string>>();
  /** Renewals of a sale that is not placed: whoever places it makes them right after. */
  readonly #waiting = new Map<string, Set<string>>();
  readonly #renewed: (() => void)[] = [];

  hear(event: PayIndexEvent): void {
    switch (event.event) {
      case "payment-moved":
        if (event.to === "paid") this.#begin(event.reference);
        return;
      case "cycle-moved":
        if (event.to === "paid")
          worksOf(this.#renewing, event.reference).add(`${event.orderNumber}/cycle/${event.cycle}/cycle`);
        return;
      case "work-done":
      case "work-parked":
      case "work-postponed":
        this.#end(event);
        return;
      default:
        return;
    }
  }

  async isDone(of: { readonly reference: string }): Promise<void> {
    await this.#placing.get(of.reference);
    await this.renewalsAreDone(of);
  }

  /** Of the cycles that this process has heard of. */
  async renewalsAreDone({ reference }: { readonly reference: string }): Promise<void> {
    while (worksOf(this.#renewing, reference).size > 0)
      await new Promise<void>((resolve) => void this.#renewed.push(resolve));
  }

  /** A second payment of one order places nothing, so only the first is waited for. */
  #begin(reference: string): void {
    if (this.#placing.has(reference)) return;
    this.#placing.set(reference, new Promise((resolve) => this.#ends.set(reference, resolve)));
  }

  #end({ event, reference, work }: Extract<PayIndexEvent, { event: `work-${string}` }>): void {
    const renewing = worksOf(this.#renewing, reference);
    const waiting = worksOf(this.#waiting, reference);
    // A second payment of the order becomes an item while the first one's order is still being placed.
    if (work.endsWith("/paid")) {
      if (event === "work-done") for (const each of waiting) renewing.add(each);
      waiting.clear();
      this.#ends.get(reference)?.();
    }
    if (!renewing.delete(work)) return;
    if (event === "work-postponed" && !this.#placing.has(reference)) waiting.add(work);
    for (const look of this.#renewed.splice(0)) look();
  }
}

function worksOf(all: Map<string, Set<string>>, reference: string): Set<string> {
  const known = all.get(reference) ?? new Set();
  all.set(reference, known);
  return known;
}
