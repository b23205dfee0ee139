import type { PayIndexEvent } from "@pay-index/core";

/**
 * The orders that the shop is placing at the moment, according to the adapter's events. If many notifications arrive together, one of them
 * places the order and the others get their reply earlier. A renewal can take longer than its reply. So a driver waits here before it reads
 * the results.
 */
export class OrdersBeingPlaced {
  readonly #ends = new Map<string, () => void>();
  readonly #placing = new Map<string, Promise<void>>();
  /** References whose latest attempt did not place an order: another paid attempt may do so (ENG-WINS). */
  readonly #unplaced = new Set<string>();
  readonly #renewing = new Map<string, Set<string>>();
  readonly #renewed: (() => void)[] = [];

  hear(event: PayIndexEvent): void {
    switch (event.event) {
      case "attempt-state-changed":
        if (event.to === "paid") this.#begin(event.reference);
        return;
      case "cycle-state-changed":
        if (event.to === "paid") this.#renewalsOf(event.reference).add(renewalKey(event));
        return;
      case "job-completed":
      case "review-item-opened":
      case "job-postponed":
        if (event.kind === "place-order" || event.kind === "order-not-placed")
          this.#end(event.reference, event.event === "job-completed");
        if (event.kind === "place-renewal" || event.kind === "renewal-not-placed") this.#endRenewal(event);
        return;
      default:
        return;
    }
  }

  async isDone(of: { readonly reference: string }): Promise<void> {
    await this.#placing.get(of.reference);
    await this.renewalsAreDone(of);
  }

  /** Waits for the renewals of the cycles that this process reported as paid. */
  async renewalsAreDone({ reference }: { readonly reference: string }): Promise<void> {
    while (this.#renewalsOf(reference).size > 0)
      await new Promise<void>((resolve) => void this.#renewed.push(resolve));
  }

  #renewalsOf(reference: string): Set<string> {
    const known = this.#renewing.get(reference) ?? new Set();
    this.#renewing.set(reference, known);
    return known;
  }

  #endRenewal(event: RenewalEvent): void {
    if (!this.#renewalsOf(event.reference).delete(renewalKey(event))) return;
    for (const check of this.#renewed.splice(0)) check();
  }

  #end(reference: string, isPlaced: boolean): void {
    if (isPlaced) this.#unplaced.delete(reference);
    else this.#unplaced.add(reference);
    this.#ends.get(reference)?.();
  }

  /** A second paid attempt places no order while the first one is being placed, or after that. */
  #begin(reference: string): void {
    if (this.#placing.has(reference) && !this.#unplaced.delete(reference)) return;
    this.#placing.set(reference, new Promise((resolve) => this.#ends.set(reference, resolve)));
  }
}

interface RenewalEvent {
  readonly reference: string;
  readonly attemptId: string;
  readonly cycle?: number;
}

function renewalKey({ attemptId, cycle }: RenewalEvent): string {
  return `${attemptId}/${cycle}`;
}
