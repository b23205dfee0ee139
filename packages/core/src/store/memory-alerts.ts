import {
  type AlertState,
  alertOfResolvedItem,
  nextReviewAlert,
  noAlerts,
  type ReviewItemAlert,
  reviewAlertKinds,
  withAlertItems,
} from "../payment/alert.ts";
import type { Attempt } from "../payment/attempt.ts";
import { badSignAtOf } from "../payment/gateway-signs.ts";
import type { Lease } from "../payment/job.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import type { AlertItemCollection, StoredAlerts } from "../ports/alert-store.ts";

/** The alerts of `MemoryStore`. */
export class MemoryAlerts {
  readonly #next = new Map<string, ReviewItemAlert>();
  #state: AlertState = noAlerts;
  #lease: Lease | undefined;

  /** Opens or resolves an item. */
  followChange(before: ReviewItem | undefined, item: ReviewItem, openedAt: string): void {
    const wasOpen = before !== undefined && isOpenReviewItem(before);
    if (wasOpen === isOpenReviewItem(item)) return;
    const { resolution = { at: openedAt } } = item;
    this.#set(
      item.id,
      wasOpen
        ? alertOfResolvedItem(this.#next.get(item.id), resolution.at)
        : { kind: "review-item-opened", since: openedAt },
    );
  }

  #set(id: string, next: ReviewItemAlert | undefined): void {
    if (next === undefined) this.#next.delete(id);
    else this.#next.set(id, next);
  }

  read(items: readonly ReviewItem[], attempts: readonly Attempt[]): StoredAlerts {
    const waiting = reviewAlertKinds.flatMap((kind) => {
      const [first] = this.#waitingFor(kind, items);
      return first === undefined ? [] : [[kind, first.since] as const];
    });
    const badSignAt = attempts
      .flatMap((attempt) => badSignAtOf(attempt) ?? [])
      .sort()
      .at(-1);
    return { state: this.#state, waiting: Object.fromEntries(waiting), badSignAt };
  }

  claim({ now, lease }: { readonly now: Date; readonly lease: Lease }): AlertState | undefined {
    if (this.#lease !== undefined && this.#lease.until > now) return undefined;
    this.#lease = lease;
    return this.#state;
  }

  collect(lease: Lease, items: readonly ReviewItem[], collection: AlertItemCollection) {
    if (this.#lease?.token !== lease.token) return undefined;
    const { kind, until, limit } = collection;
    const chosen = this.#waitingFor(kind, items)
      .filter(({ since }) => new Date(since) <= until)
      .slice(0, limit);
    const next = nextReviewAlert[kind];
    for (const { id, since } of chosen) this.#set(id, next && { kind: next, since });
    if (chosen.length > 0) this.#state = withAlertItems(this.#state, chosen, collection);
    return { state: this.#state, items: chosen.length };
  }

  #waitingFor(kind: ReviewItemAlert["kind"], items: readonly ReviewItem[]) {
    return items
      .flatMap((item) => {
        const next = this.#next.get(item.id);
        return next?.kind === kind ? [{ ...item, since: next.since }] : [];
      })
      .sort((a, b) => (a.since < b.since ? -1 : 1));
  }

  save(lease: Lease, state: AlertState): boolean {
    if (this.#lease?.token !== lease.token) return false;
    this.#lease = lease;
    this.#state = state;
    return true;
  }
}
