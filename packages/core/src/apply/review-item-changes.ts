import type { Attempt } from "../payment/attempt.ts";
import type { JobProblem } from "../payment/job.ts";
import {
  createReviewItem,
  isOpenReviewItem,
  type ReviewItem,
  type ReviewItemKey,
} from "../payment/review-item.ts";
import type { ResolvedItem } from "../ports/store.ts";

type NewItem = { readonly problem: JobProblem } & Pick<ReviewItem, "noResult" | "requestedAmount">;

/** The review items that a change opens and resolves. Each cause has one item. */
export class ReviewItemChanges {
  readonly added: ReviewItem[] = [];
  readonly reopened: ReviewItem[] = [];
  readonly updated: ReviewItem[] = [];
  readonly #resolved = new Map<string, ResolvedItem>();
  readonly #now: Date;
  readonly #known: Map<string, ReviewItem>;

  constructor(known: readonly ReviewItem[], now: Date) {
    this.#now = now;
    this.#known = new Map(known.map((item) => [item.id, item]));
  }

  open(attempt: Attempt, key: ReviewItemKey, content: NewItem): void {
    const item = createReviewItem(attempt, key, { now: this.#now, ...content });
    if (this.#known.has(item.id)) return;
    this.#known.set(item.id, item);
    this.added.push(item);
  }

  /** Opens an item, also if it was resolved before this change. Does nothing if it is open. */
  reopen(attempt: Attempt, key: ReviewItemKey, content: NewItem): void {
    const item = createReviewItem(attempt, key, { now: this.#now, ...content });
    const known = this.#known.get(item.id);
    if (known !== undefined && isOpenReviewItem(known)) return;
    this.#known.set(item.id, item);
    this.reopened.push(item);
  }

  /** Resolves an open item. Does nothing if it is resolved, or if there is none. */
  resolve(itemId: string, note: string): void {
    const item = this.#known.get(itemId);
    if (item === undefined || !isOpenReviewItem(item) || this.#resolved.has(itemId)) return;
    this.#resolved.set(itemId, { id: itemId, resolution: { at: this.#now.toISOString(), note } });
  }

  /** Replaces the problem of an open item. Does nothing if it is resolved, or if there is none. */
  update(itemId: string, problem: JobProblem): void {
    const item = this.#known.get(itemId);
    if (item !== undefined && isOpenReviewItem(item)) this.updated.push({ ...item, problem });
  }

  /** The items that are open after this change. */
  get stillOpen(): readonly ReviewItem[] {
    return [...this.#known.values()].filter((item) => isOpenReviewItem(item) && !this.#resolved.has(item.id));
  }

  get resolved(): readonly ResolvedItem[] {
    return [...this.#resolved.values()];
  }
}
