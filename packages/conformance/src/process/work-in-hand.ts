import type { PayIndexEvent } from "@pay-index/core";

/**
 * Orders that are being placed at this moment, as the adapter's events tell. Of many notifications that come together one places the
 * order, and the others are answered before it has: a driver waits here before it reads.
 */
export class WorkInHand {
  readonly #ends = new Map<string, () => void>();
  readonly #placing = new Map<string, Promise<void>>();

  hear(event: PayIndexEvent): void {
    switch (event.event) {
      case "payment-moved":
        if (event.to === "paid") this.#begin(event.reference);
        return;
      case "work-done":
      case "work-parked":
      case "work-postponed":
        this.#ends.get(event.reference)?.();
        return;
      default:
        return;
    }
  }

  async isDone({ reference }: { readonly reference: string }): Promise<void> {
    await this.#placing.get(reference);
  }

  /** A second payment of one order places nothing, so only the first is waited for. */
  #begin(reference: string): void {
    if (this.#placing.has(reference)) return;
    this.#placing.set(reference, new Promise((resolve) => this.#ends.set(reference, resolve)));
  }
}
