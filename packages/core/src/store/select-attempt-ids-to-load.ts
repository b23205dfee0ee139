import {
  type Attempt,
  decidesAboutOtherAttempts,
  noResultGroupOf,
  startMatchOf,
  statesBestFirst,
} from "../payment/attempt.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import type { Payment, PaymentReadOptions, StartMatchSelection } from "../ports/store.ts";

/** All that a store has of one payment. `attempts` has the oldest attempt first. */
type PaymentWithAllAttempts = Pick<Payment, "attempts" | "notifications" | "reviewItems">;

/** The ids of the attempts that `load` returns, as a rule for stores in memory. SQL stores express it in `buildLoadStatement`. */
export function selectAttemptIdsToLoad(
  whole: PaymentWithAllAttempts,
  read: PaymentReadOptions,
): ReadonlySet<string> {
  const { newest = 0, withoutResult = 0, startMatch } = read;
  const ids = new Set(read.attemptIds);
  for (const { attemptId } of whole.notifications) ids.add(attemptId);
  for (const { attemptId, state } of whole.attempts) if (decidesAboutOtherAttempts(state)) ids.add(attemptId);
  const newestFirst = whole.attempts.toReversed();
  const further = [
    ...(newest === 0 ? [] : attemptsForStatus(whole, newestFirst, newest)),
    ...(withoutResult === 0 ? [] : attemptsWithoutResult(newestFirst).slice(0, withoutResult)),
    ...(startMatch === undefined ? [] : attemptsMatchingStart(newestFirst, startMatch)),
  ];
  for (const { attemptId } of further) ids.add(attemptId);
  return ids;
}

function attemptsForStatus(
  { reviewItems }: PaymentWithAllAttempts,
  newestFirst: readonly Attempt[],
  newest: number,
): (Attempt | ReviewItem)[] {
  const newestOfState = statesBestFirst.flatMap(
    (state) => newestFirst.find((each) => each.state === state) ?? [],
  );
  return [...newestFirst.slice(0, newest), ...newestOfState, ...reviewItems.filter(isOpenReviewItem)];
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
): Attempt[] {
  const matches = (attempt: Attempt) => {
    const match = startMatchOf(attempt);
    return match?.kind === "any" || (match !== undefined && fingerprints.includes(match.fingerprint));
  };
  return newestFirst.filter((each) => new Date(each.createdAt) > since && matches(each));
}
