import {
  type Attempt,
  isDecisiveState,
  openNoResultGroup,
  startMatchOf,
  statesBestFirst,
} from "../payment/attempt.ts";
import type { Payment, PaymentRead, StartMatchRead } from "../ports/store.ts";

/** All that a store has of one reference. `payments` has the oldest attempt first. */
export type PaymentWithAllAttempts = Pick<Payment, "payments" | "notifications" | "work">;

/** The order numbers that `book` returns for `read`, as a rule that stores in memory can run. SQL stores express it in `readBook`. */
export function selectAttempts(whole: PaymentWithAllAttempts, read: PaymentRead): ReadonlySet<string> {
  const newestFirst = [...whole.payments].reverse();
  return new Set([
    ...attemptIdsOf(newestFirst.filter(({ state }) => isDecisiveState(state))),
    ...attemptIdsOf(whole.notifications),
    ...(read.orderNumbers ?? []),
    ...attemptsForStatus(whole, newestFirst, read.newest ?? 0),
    ...attemptIdsOf(attemptsWithoutResult(newestFirst).slice(0, read.unanswered ?? 0)),
    ...(read.answering === undefined ? [] : attemptsMatchingStart(newestFirst, read.answering)),
  ]);
}

function attemptsForStatus(
  { work }: PaymentWithAllAttempts,
  newestFirst: readonly Attempt[],
  newest: number,
): string[] {
  if (newest === 0) return [];
  const newestOfState = statesBestFirst.flatMap(
    (state) => newestFirst.find((each) => each.state === state) ?? [],
  );
  const parked = work.filter(({ status }) => status === "parked");
  return attemptIdsOf([...newestFirst.slice(0, newest), ...newestOfState, ...parked]);
}

function attemptsWithoutResult(newestFirst: readonly Attempt[]): Attempt[] {
  return newestFirst
    .filter((payment) => openNoResultGroup(payment) > 0)
    .sort((a, b) => openNoResultGroup(b) - openNoResultGroup(a) || b.attempt - a.attempt);
}

function attemptsMatchingStart(
  newestFirst: readonly Attempt[],
  { fingerprints, since }: StartMatchRead,
): string[] {
  const answers = ["any", ...fingerprints];
  return attemptIdsOf(
    newestFirst.filter((each) => new Date(each.createdAt) > since && answers.includes(startMatchOf(each))),
  );
}

function attemptIdsOf(of: readonly { readonly orderNumber: string }[]): string[] {
  return of.map(({ orderNumber }) => orderNumber);
}
