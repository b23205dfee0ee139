import { type Attempt, expectedAmountsOf } from "../attempt.ts";
import {
  type AttemptState,
  acceptedTransactionIds,
  type ExpectedAmounts,
  hasUnknownCycle,
  isAcceptance,
  matchingSuccesses,
  transactionsPaying,
} from "../derive-attempt-state.ts";
import type { Fact, NotificationFact } from "../fact.ts";
import { chargeDateOf } from "./calendar.ts";
import { laterCycleOf } from "./cycle.ts";
import { type CycleExpectations, isOfOtherSubscription } from "./derive-cycle-state.ts";

/** What its notifications have said of a subscription as a whole; kept on the payment that began it. */
export type SubscriptionSummary = NonNullable<Attempt["subscription"]>;

/** Milliseconds. What is charged nearly when closing is reported was not charged after it: clocks differ, and messages take time. */
const day = 86_400_000;

/** A payment that begins a subscription. */
export type SubscriptionAttempt = Attempt & { readonly plan: NonNullable<Attempt["plan"]> };

export function isSubscriptionAttempt(payment: Attempt): payment is SubscriptionAttempt {
  return payment.plan !== undefined;
}

/**
 * The summary with one more notification, as it counts for its cycle. The master order of the first charge that pays is the subscription's
 * (CYC-MASTER); of reports of closing the earliest cycle and the earliest moments count, but none for another master order (CYC-CLOSED),
 * which is asked of all once the master order is known. The same object when nothing is new.
 *
 * @param laterFacts of its later cycles, if it `awaitsMaster`
 */
export function addToSummary(
  payment: SubscriptionAttempt,
  fact: NotificationFact,
  laterFacts: readonly Fact[],
): SubscriptionSummary | undefined {
  const { subscription, facts } = payment;
  const known: SubscriptionSummary = subscription ?? {};
  const isNamed = known.masterId === undefined && fact.masterId !== undefined && paysOwnCycle(payment, fact);
  let next: SubscriptionSummary = isNamed ? { masterId: fact.masterId } : known;
  const told: readonly Fact[] = isNamed ? [...facts, ...laterFacts, fact] : [fact];
  for (const each of told.filter(isClosing))
    if (mayCloseSubscription(payment, each, next.masterId)) next = { ...next, ...closingDetails(next, each) };
  const names = Object.keys({ ...known, ...next }) as (keyof SubscriptionSummary)[];
  return names.every((name) => next[name] === known[name]) ? subscription : next;
}

function paysOwnCycle(payment: SubscriptionAttempt, fact: NotificationFact): boolean {
  return paysCycle(payment, fact, laterCycleOf(fact) ?? 1);
}

function isClosing(fact: Fact): fact is NotificationFact {
  return fact.source === "notification" && fact.enabled === "0";
}

/** Whether it came under a number of its own, for a cycle that cannot be told: whose it is, its master order alone says. */
function isIdentifiedBySubscriptionOnly(fact: NotificationFact): boolean {
  return fact.ownNumber !== undefined && hasUnknownCycle(fact);
}

/** A first payment counts whatever master order it names, and so does what it says of closing. */
function mayCloseSubscription(
  payment: SubscriptionAttempt,
  fact: NotificationFact,
  masterId: string | undefined,
): boolean {
  if (isIdentifiedBySubscriptionOnly(fact)) return masterId !== undefined && fact.masterId === masterId;
  return (
    !isOfOtherSubscription(fact, masterId) ||
    (laterCycleOf(fact) === undefined && paysCycle(payment, fact, 1))
  );
}

/** Whether its master order is still to be named, and a closing was reported that may not be its own. */
export function awaitsSubscriptionId({ subscription, facts }: SubscriptionAttempt): boolean {
  return (
    subscription?.masterId === undefined && (subscription?.closedAt !== undefined || facts.some(isClosing))
  );
}

/** Belongs to the cycle that it names; where that cannot be told, to the moment. */
function closingDetails(
  { closedWith, closedAt, closedWithoutCycleAt }: SubscriptionSummary,
  fact: NotificationFact,
): SubscriptionSummary {
  const cycle = fact.periodCount === "1" && fact.ownNumber === undefined ? 1 : laterCycleOf(fact);
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
  payment: Pick<SubscriptionAttempt, "money" | "plan">,
  number: number,
): ExpectedAmounts {
  return number === 1 ? expectedAmountsOf(payment) : { amount: payment.money, trueAmount: payment.money };
}

/** Whether a notification, taken by itself, pays the cycle that it is about. */
export function paysCycle(payment: SubscriptionAttempt, fact: NotificationFact, number: number): boolean {
  const { plan, subscription } = payment;
  if (number > plan.totalCount || (number > 1 && isOfOtherSubscription(fact, subscription?.masterId)))
    return false;
  return matchingSuccesses(expectedAmountsOfCycle(payment, number), [fact]).length > 0;
}

/**
 * What paid a cycle, each for itself: the transactions that staff have accepted it with, then each of its own, in the order of the facts.
 * One of another master order counts for a later cycle only if staff have accepted it (CYC-MASTER).
 */
export function transactionsPayingCycle(
  payment: SubscriptionAttempt,
  number: number,
  facts: readonly Fact[],
): (readonly string[])[] {
  const masterId = number === 1 ? undefined : payment.subscription?.masterId;
  const own = facts.filter((fact) => !isOfOtherSubscription(fact, masterId));
  return transactionsPaying(expectedAmountsOfCycle(payment, number), own);
}

/** Whether something paid it: not where staff have accepted it on other proof, and nothing was reported. */
export function hasPayingTransaction(
  payment: SubscriptionAttempt,
  number: number,
  facts: readonly Fact[],
): boolean {
  return (
    acceptedTransactionIds(facts).length > 0 ||
    facts.some((fact) => fact.source === "notification" && paysCycle(payment, fact, number))
  );
}

export function cycleExpectationsOf(
  payment: SubscriptionAttempt,
  number: number,
  zone: Parameters<typeof cycleDueDate>[2],
): CycleExpectations {
  const { money, plan, subscription } = payment;
  const { masterId, closedWith, closedWithoutCycleAt: moment } = subscription ?? {};
  const isLater =
    moment !== undefined && cycleDueDate(payment, number, zone).getTime() >= Date.parse(moment) + day;
  const closedBefore = isLater ? moment : undefined;
  return { number, amount: money, totalCount: plan.totalCount, masterId, closedWith, closedBefore };
}

/** Where the gateway counts its days. */
export function cycleDueDate(
  payment: SubscriptionAttempt,
  number: number,
  { timeZone }: { readonly timeZone: string },
): Date {
  return chargeDateOf(payment.plan, { first: firstPaidAt(payment), number, timeZone });
}

/** When the first cycle was paid, as we heard it: later ones are counted from here. */
export function firstPaidAt(payment: SubscriptionAttempt): Date {
  const paid: readonly Fact[] = matchingSuccesses(expectedAmountsOf(payment), payment.facts);
  const payers = acceptedTransactionIds(payment.facts);
  const accepted = payment.facts.filter((fact) =>
    fact.source === "notification" ? payers.includes(fact.transactionId) : isAcceptance(fact),
  );
  const [first = payment.createdAt] = [...paid, ...accepted].map(({ at }) => at).sort();
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
