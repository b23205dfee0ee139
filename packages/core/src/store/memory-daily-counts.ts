import type { Attempt } from "../payment/attempt.ts";
import {
  attemptCountsText,
  type CountChange,
  type DailyCount,
  type StoredDailyCount,
  storedCountKey,
  sumCountChanges,
  sumCounts,
} from "../payment/attempt-counts.ts";
import type { DailyCountSelection } from "../ports/staff-store.ts";

/** The daily counts of `MemoryStore`. */
export class MemoryDailyCounts {
  readonly #counted = new Map<string, string>();
  #rows: readonly StoredDailyCount[] = [];

  /** Adds what the oldest attempts count and the rows do not contain. Returns the number of attempts that were added. */
  add(attempts: readonly Attempt[], limit = attempts.length): number {
    const changed = attempts.filter((each) => this.#changeOf(each).counted !== attemptCountsText(each));
    const added = changed.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)).slice(0, limit);
    const sums = sumCountChanges(added.map((attempt) => this.#changeOf(attempt)));
    this.#rows = sumCounts([...this.#rows, ...sums], storedCountKey);
    for (const attempt of added) this.#counted.set(attempt.attemptId, attemptCountsText(attempt));
    return added.length;
  }

  #changeOf(attempt: Attempt): CountChange {
    const { attemptId, merchantTenant, createdAt: startedAt } = attempt;
    const counted = this.#counted.get(attemptId) ?? "";
    return { startedAt, merchantTenant, counts: attemptCountsText(attempt), counted };
  }

  /** Adds what attempts that are deleted count. A new attempt with one of their ids counts anew. */
  addDeleted(attempts: readonly Attempt[]): void {
    this.add(attempts);
    for (const { attemptId } of attempts) this.#counted.delete(attemptId);
  }

  read({ first, last, tenants }: DailyCountSelection): readonly DailyCount[] {
    const selected = this.#rows.filter(
      ({ day, merchantTenant }) =>
        day >= first && day <= last && (tenants === undefined || tenants.includes(merchantTenant)),
    );
    const withoutTenant = selected.map(({ merchantTenant: _, ...row }) => row);
    return sumCounts(withoutTenant, ({ day, variant, currency }) => `${day} ${variant} ${currency}`);
  }
}
