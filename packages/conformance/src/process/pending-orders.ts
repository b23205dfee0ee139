import type { PayIndexEvent } from "@pay-index/core";

/**
 * Orders that are being placed at this moment, as the adapter's events tell. Of many notifications that come together one places the
 * order, and the others are answered before it has; and a renewal may take longer than its reply: a driver waits here before it reads.
 */
export class PendingOrders {
  readonly #ends = new Map<string, () => void>();
  readonly #placing = new Map<string, Promise<void>>();
  /** References whose last attempt was not placed: another paid attempt may be (LED-WINS). */
  readonly #unplaced = new Set<string>();
  readonly #renewing = new Map<string, Set<string>>();
  readonly #renewed: (() => void)[] = [];

  hear(event: PayIndexEvent): void {
    switch (event.event) {
      case "attempt-state-changed":
        if (event.to === "paid") this.#begin(event.reference);
        return;
      case "cycle-state-changed":
        if (event.to === "paid")
          this.#cyclesOf(event.reference).add(`${event.attemptId}/cycle/${event.cycle}/cycle`);
        return;
      case "job-completed":
      case "review-item-opened":
      case "job-postponed":
        // A second payment of the order becomes an item while the first one's order is still being placed.
        if (event.work.endsWith("/paid")) this.#end(event.reference, event.event === "job-completed");
        if (this.#cyclesOf(event.reference).delete(event.work))
          for (const look of this.#renewed.splice(0)) look();
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
    while (this.#cyclesOf(reference).size > 0)
      await new Promise<void>((resolve) => void this.#renewed.push(resolve));
  }

  #cyclesOf(reference: string): Set<string> {
    const known = this.#renewing.get(reference) ?? new Set();
    this.#renewing.set(reference, known);
    return known;
  }

  #end(reference: string, isPlaced: boolean): void {
    if (isPlaced) this.#unplaced.delete(reference);
    else this.#unplaced.add(reference);
    this.#ends.get(reference)?.();
  }

  /** A second payment places nothing while the first is being placed, or once it is. */
  #begin(reference: string): void {
    if (this.#placing.has(reference) && !this.#unplaced.delete(reference)) return;
    this.#placing.set(reference, new Promise((resolve) => this.#ends.set(reference, resolve)));
  }
}
