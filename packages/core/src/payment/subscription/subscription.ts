import { type Attempt, expectedAmountsOf } from "../attempt.ts";
import type { AttemptState } from "../attempt-state.ts";
import {
  acceptedTransactionIds,
  type ExpectedAmounts,
  matchingSuccesses,
  transactionsPaying,
} from "../classify-facts.ts";
import type { Fact, NotificationFact } from "../fact.ts";
import { hasUnknownCycle, isAcceptance } from "../fact-kinds.ts";
import { chargeDateOf } from "./calendar.ts";
import { laterCycleOf } from "./cycle.ts";
import { type CycleExpectations, isOfOtherSubscription } from "./derive-cycle-state.ts";

/** What its notifications have said of a subscription as a whole; kept on the payment that began it. */
export type SubscriptionSummary = NonNullable<Attempt["subscription"]>;

/** Milliseconds. What is charged nearly when closing is reported was not charged after it: clocks differ, and messages take time. */
const day = 86_400_000;

/** A payment that begins a subscription. */
export type SubscriptionAttempt = Attempt & { readonly plan: NonNullable<Attempt["plan"]> };

export function isSubscriptionAttempt(attempt: Attempt): attempt is SubscriptionAttempt {
  return attempt.plan !== undefined;
}

/**
 * The summary with one more notification, as it counts for its cycle. The gateway subscription ID of the first charge that pays is the subscription's
 * (CYC-MASTER); of reports of closing the earliest cycle and the earliest moments count, but none for another gateway subscription ID (CYC-CLOSED),
 * which is asked of all once the gateway subscription ID is known. The same object when nothing is new.
 *
 * @param laterFacts of its later cycles, if it `awaitsMaster`
 */
export function addToSummary(
  attempt: SubscriptionAttempt,
  fact: NotificationFact,
  laterFacts: readonly Fact[],
): SubscriptionSummary | undefined {
  const { subscription, facts } = attempt;
  const known: SubscriptionSummary = subscription ?? {};
  const isNamed =
    known.gatewaySubscriptionId === undefined &&
    fact.gatewaySubscriptionId !== undefined &&
    paysOwnCycle(attempt, fact);
  let next: SubscriptionSummary = isNamed ? { gatewaySubscriptionId: fact.gatewaySubscriptionId } : known;
  const told: readonly Fact[] = isNamed ? [...facts, ...laterFacts, fact] : [fact];
  for (const each of told.filter(isClosing))
    if (mayCloseSubscription(attempt, each, next.gatewaySubscriptionId))
      next = { ...next, ...closingDetails(next, each) };
  const names = Object.keys({ ...known, ...next }) as (keyof SubscriptionSummary)[];
  return names.every((name) => next[name] === known[name]) ? subscription : next;
}

function paysOwnCycle(attempt: SubscriptionAttempt, fact: NotificationFact): boolean {
  return paysCycle(attempt, fact, laterCycleOf(fact) ?? 1);
}

function isClosing(fact: Fact): fact is NotificationFact {
  return fact.source === "notification" && fact.enabled === "0";
}

/** Whether it came under a number of its own, for a cycle that cannot be told: whose it is, its gateway subscription ID alone says. */
function isIdentifiedBySubscriptionOnly(fact: NotificationFact): boolean {
  return fact.reportedAttemptId !== undefined && hasUnknownCycle(fact);
}

/** A first payment counts whatever gateway subscription ID it names, and so does what it says of closing. */
function mayCloseSubscription(
  attempt: SubscriptionAttempt,
  fact: NotificationFact,
  gatewaySubscriptionId: string | undefined,
): boolean {
  if (isIdentifiedBySubscriptionOnly(fact))
    return gatewaySubscriptionId !== undefined && fact.gatewaySubscriptionId === gatewaySubscriptionId;
  return (
    !isOfOtherSubscription(fact, gatewaySubscriptionId) ||
    (laterCycleOf(fact) === undefined && paysCycle(attempt, fact, 1))
  );
}

/** Whether its gateway subscription ID is still to be named, and a closing was reported that may not be its own. */
export function awaitsSubscriptionId({ subscription, facts }: SubscriptionAttempt): boolean {
  return (
    subscription?.gatewaySubscriptionId === undefined &&
    (subscription?.closedAt !== undefined || facts.some(isClosing))
  );
}

/** Belongs to the cycle that it names; where that cannot be told, to the moment. */
function closingDetails(
  { closedWith, closedAt, closedWithoutCycleAt }: SubscriptionSummary,
  fact: NotificationFact,
): SubscriptionSummary {
  const cycle = fact.periodCount === "1" && fact.reportedAttemptId === undefined ? 1 : laterCycleOf(fact);
  return {
    closedAt: earliest(closedAt, fact.at),
    ...(cycle === undefined
      ? { closedWithoutCycleAt: earliest(closedWithoutCycleAt, fact.at) }
      : { closedWith: Math.min(closedWith ?? cycle, cycle) }),
  };
}

function earliest(one: string | undefined, other: string): string {
  return one !== undefined && one < other ? one : other;
}

/** What the notifications of one cycle must say of money (PLAN-FIRST). */
function expectedAmountsOfCycle(
  payment: Pick<SubscriptionAttempt, "amount" | "plan">,
  number: number,
): ExpectedAmounts {
  return number === 1
    ? expectedAmountsOf(payment)
    : { amount: payment.amount, chargedAmount: payment.amount };
}

/** Whether a notification, taken by itself, pays the cycle that it is about. */
export function paysCycle(attempt: SubscriptionAttempt, fact: NotificationFact, number: number): boolean {
  const { plan, subscription } = attempt;
  if (
    number > plan.totalCount ||
    (number > 1 && isOfOtherSubscription(fact, subscription?.gatewaySubscriptionId))
  )
    return false;
  return matchingSuccesses(expectedAmountsOfCycle(attempt, number), [fact]).length > 0;
}

/**
 * What paid a cycle, each for itself: the transactions that staff have accepted it with, then each of its own, in the order of the facts.
 * One of another gateway subscription ID counts for a later cycle only if staff have accepted it (CYC-MASTER).
 */
export function transactionsPayingCycle(
  attempt: SubscriptionAttempt,
  number: number,
  facts: readonly Fact[],
): (readonly string[])[] {
  const gatewaySubscriptionId = number === 1 ? undefined : attempt.subscription?.gatewaySubscriptionId;
  const own = facts.filter((fact) => !isOfOtherSubscription(fact, gatewaySubscriptionId));
  return transactionsPaying(expectedAmountsOfCycle(attempt, number), own);
}

/** Whether something paid it: not where staff have accepted it on other proof, and nothing was reported. */
export function hasPayingTransaction(
  attempt: SubscriptionAttempt,
  number: number,
  facts: readonly Fact[],
): boolean {
  return (
    acceptedTransactionIds(facts).length > 0 ||
    facts.some((fact) => fact.source === "notification" && paysCycle(attempt, fact, number))
  );
}

export function cycleExpectationsOf(
  attempt: SubscriptionAttempt,
  number: number,
  zone: Parameters<typeof cycleDueDate>[2],
): CycleExpectations {
  const { amount, plan, subscription } = attempt;
  const { gatewaySubscriptionId, closedWith, closedWithoutCycleAt: moment } = subscription ?? {};
  const isLater =
    moment !== undefined && cycleDueDate(attempt, number, zone).getTime() >= Date.parse(moment) + day;
  const closedBefore = isLater ? moment : undefined;
  return { number, amount, totalCount: plan.totalCount, gatewaySubscriptionId, closedWith, closedBefore };
}

/** Where the gateway counts its days. */
export function cycleDueDate(
  attempt: SubscriptionAttempt,
  number: number,
  { timeZone }: { readonly timeZone: string },
): Date {
  return chargeDateOf(attempt.plan, { first: firstPaidAt(attempt), number, timeZone });
}

/** When the first cycle was paid, as we heard it: later ones are counted from here. */
export function firstPaidAt(attempt: SubscriptionAttempt): Date {
  const paid: readonly Fact[] = matchingSuccesses(expectedAmountsOf(attempt), attempt.facts);
  const payers = acceptedTransactionIds(attempt.facts);
  const accepted = attempt.facts.filter((fact) =>
    fact.source === "notification" ? payers.includes(fact.transactionId) : isAcceptance(fact),
  );
  const [first = attempt.createdAt] = [...paid, ...accepted].map(({ at }) => at).sort();
  return new Date(first);
}

/** Of a cycle that is not expected any more. */
export const closedBeforeDueNote = "The subscription was closed before it was due.";

/** Paid, or given up by staff. */
export function isCycleFinished(state: AttemptState): boolean {
  return state === "paid" || state === "closed" || state === "refunded";
}

/** Whether a charge is still to come: it is in the plan, and closing was reported neither before it nor with an earlier cycle. */
export function isCycleExpected(
  { plan, subscription }: SubscriptionAttempt,
  number: number,
  due: Date,
): boolean {
  const { closedWith, closedAt } = subscription ?? {};
  if (number > plan.totalCount) return false;
  if (closedWith !== undefined && number > closedWith) return false;
  return closedAt === undefined || due < new Date(closedAt);
}
