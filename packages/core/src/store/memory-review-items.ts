import { type ItemResolution, isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";
import type { MemoryPaymentRecord } from "./memory-payment-record.ts";

/** The review items of all payments in a memory store. */
export class MemoryReviewItems {
  readonly #paymentOfItem = new Map<string, MemoryPaymentRecord>();

  /** Adds an item, unless one with its ID exists. */
  insert(record: MemoryPaymentRecord, item: ReviewItem): void {
    if (!this.#paymentOfItem.has(item.id)) this.open(record, item);
  }

  /** Adds an item, or replaces the one with its ID, which keeps its age. */
  open(record: MemoryPaymentRecord, item: ReviewItem): void {
    const createdAt = record.reviewItems.get(item.id)?.createdAt ?? item.createdAt;
    record.reviewItems.set(item.id, { ...item, createdAt });
    this.#paymentOfItem.set(item.id, record);
  }

  find(itemId: string): ReviewItem | undefined {
    return this.#paymentOfItem.get(itemId)?.reviewItems.get(itemId);
  }

  /** Changes an open item. A resolved one stays as it is. */
  update(itemId: string, change: Partial<ReviewItem>): void {
    const items = this.#paymentOfItem.get(itemId)?.reviewItems;
    const item = items?.get(itemId);
    if (item !== undefined && isOpenReviewItem(item)) items?.set(itemId, { ...item, ...change });
  }

  resolve(itemId: string, resolution: ItemResolution): void {
    this.update(itemId, { status: "resolved", resolution });
  }

  /** Lists open items, the oldest first. Attempts without a result come last, because most of them need no work. */
  listOpen(limit: number, kind?: ReviewKind): readonly ReviewItem[] {
    return [...this.#paymentOfItem.keys()]
      .flatMap((itemId) => this.find(itemId) ?? [])
      .filter((item) => isOpenReviewItem(item) && (kind === undefined || item.kind === kind))
      .sort(
        (a, b) =>
          Number(a.kind === "no-result") - Number(b.kind === "no-result") ||
          (a.createdAt < b.createdAt ? -1 : 1),
      )
      .slice(0, limit);
  }

  deletePayment({ reviewItems }: MemoryPaymentRecord): void {
    for (const itemId of reviewItems.keys()) this.#paymentOfItem.delete(itemId);
  }
}
