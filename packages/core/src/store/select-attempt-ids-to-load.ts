import {
  type Attempt,
  decidesAboutOtherAttempts,
  noResultGroupOf,
  startMatchOf,
  statesBestFirst,
} from "../payment/attempt.ts";
import { isOpenReviewItem } from "../payment/review-item.ts";
import type { Payment, PaymentReadOptions, StartMatchSelection } from "../ports/store.ts";

/** All that a store has of one payment. `attempts` has the oldest attempt first. */
type PaymentWithAllAttempts = Pick<Payment, "attempts" | "notifications" | "reviewItems">;

/** The ids of the attempts that `load` returns, as a rule for stores in memory. SQL stores express it in `buildLoadStatement`. */
export function selectAttemptIdsToLoad(
  whole: PaymentWithAllAttempts,
  read: PaymentReadOptions,
): ReadonlySet<string> {
  const newestFirst = [...whole.attempts].reverse();
  return new Set([
    ...attemptIdsOf(newestFirst.filter(({ state }) => decidesAboutOtherAttempts(state))),
    ...attemptIdsOf(whole.notifications),
    ...(read.attemptIds ?? []),
    ...attemptsForStatus(whole, newestFirst, read.newest ?? 0),
    ...attemptIdsOf(attemptsWithoutResult(newestFirst).slice(0, read.withoutResult ?? 0)),
    ...(read.startMatch === undefined ? [] : attemptsMatchingStart(newestFirst, read.startMatch)),
  ]);
}

function attemptsForStatus(
  { reviewItems }: PaymentWithAllAttempts,
  newestFirst: readonly Attempt[],
  newest: number,
): string[] {
  if (newest === 0) return [];
  const newestOfState = statesBestFirst.flatMap(
    (state) => newestFirst.find((each) => each.state === state) ?? [],
  );
  return attemptIdsOf([
    ...newestFirst.slice(0, newest),
    ...newestOfState,
    ...reviewItems.filter(isOpenReviewItem),
  ]);
}

function attemptsWithoutResult(newestFirst: readonly Attempt[]): Attempt[] {
  return newestFirst
    .flatMap((attempt) => {
      const group = noResultGroupOf(attempt);
      return group === undefined ? [] : [{ attempt, group }];
    })
    .sort((a, b) => b.group - a.group || b.attempt.number - a.attempt.number)
    .map(({ attempt }) => attempt);
}

function attemptsMatchingStart(
  newestFirst: readonly Attempt[],
  { fingerprints, since }: StartMatchSelection,
): string[] {
  const matches = (attempt: Attempt) => {
    const match = startMatchOf(attempt);
    return match?.kind === "any" || (match !== undefined && fingerprints.includes(match.fingerprint));
  };
  return attemptIdsOf(newestFirst.filter((each) => new Date(each.createdAt) > since && matches(each)));
}

function attemptIdsOf(of: readonly { readonly attemptId: string }[]): string[] {
  return of.map(({ attemptId }) => attemptId);
}
