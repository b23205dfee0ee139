import { TZDateMini } from "@date-fns/tz/date/mini";
import { addMonths } from "date-fns/addMonths";
import { addWeeks } from "date-fns/addWeeks";
import type { PlanType } from "../../protocol/sale/plan.ts";
import { type Attempt, expectedAmountsOf } from "../attempt.ts";
import type { AttemptState } from "../attempt-state.ts";
import {
  acceptedTransactionIds,
  findPayingTransactionSets,
  hasUnknownCycle,
  isAcceptance,
  isPaymentReport,
  matchingSuccesses,
} from "../classify-facts.ts";
import type { Fact, NotificationFact, PaymentReport } from "../fact.ts";
import { laterCycleNumberOf } from "./cycle.ts";
import { type CycleExpectations, isOfOtherSubscription } from "./derive-cycle-state.ts";

const monthsOf: Record<Exclude<PlanType, "weekly">, number> = { monthly: 1, quarterly: 3, yearly: 12 };

/** The fields of a plan that determine when it charges. Times are in seconds. */
interface BillingSchedule {
  readonly type: PlanType;
  readonly attempts: number;
  readonly intervalTime: number;
}

/**
 * Returns when a cycle is charged (CYC-CALENDAR): whole periods after the first charge, at the same time of day in the
 * gateway's time zone, on the same day of the month or the month's last day. Counted from the first charge and not from
 * the one before: 31 March follows 28 February.
 *
 * @param number the cycle; 1 is the first charge itself
 */
export function chargeDateOf(
  { type }: Pick<BillingSchedule, "type">,
  { first, number, timeZone }: { first: Date; number: number; timeZone: string },
): Date {
  const local = new TZDateMini(first.getTime(), timeZone);
  const periods = number - 1;
  const due = type === "weekly" ? addWeeks(local, periods) : addMonths(local, periods * monthsOf[type]);
  return new Date(due.getTime());
}

/** Milliseconds that a charge may be late before it counts as missing: all its tries, and a margin (CYC-OVERDUE). */
export function lateGraceOf({ attempts, intervalTime }: BillingSchedule, margin: number): number {
  return (attempts * intervalTime + margin) * 1000;
}

/** What notifications reported about a subscription as a whole. Stored with the attempt that started it. */
export type SubscriptionSummary = NonNullable<Attempt["subscription"]>;

/**
 * Milliseconds. A charge shortly before a reported closing was not charged after it: clocks differ, and messages take
 * time.
 */
const day = 86_400_000;

/** An attempt that starts a subscription. */
export type SubscriptionAttempt = Attempt & { readonly plan: NonNullable<Attempt["plan"]> };

export function isSubscriptionAttempt(attempt: Attempt): attempt is SubscriptionAttempt {
  return attempt.plan !== undefined;
}

/**
 * Returns the summary with one more notification. The subscription takes the gateway subscription ID of the first
 * paying charge (CYC-SUBSCRIPTION). Of several reported closings, the earliest cycle and the earliest moments count. A
 * closing of another gateway subscription ID does not count (CYC-CLOSED), which is checked once the ID is known.
 * Returns the same object if nothing is new.
 *
 * @param laterFacts the facts of the later cycles, if it `closingAwaitsSubscriptionId`
 */
export function addNotificationToSummary(
  attempt: SubscriptionAttempt,
  fact: NotificationFact,
  laterFacts: readonly Fact[],
): SubscriptionSummary | undefined {
  const { subscription, facts } = attempt;
  const known: SubscriptionSummary = subscription ?? {};
  const isNamed =
    known.gatewaySubscriptionId === undefined &&
    fact.gatewaySubscriptionId !== undefined &&
    paysCycle(attempt, fact, laterCycleNumberOf(fact) ?? 1);
  let next: SubscriptionSummary = isNamed ? { gatewaySubscriptionId: fact.gatewaySubscriptionId } : known;
  const reports: readonly Fact[] = isNamed ? [...facts, ...laterFacts, fact] : [fact];
  for (const each of reports.filter(isClosing))
    if (mayCloseSubscription(attempt, each, next.gatewaySubscriptionId))
      next = addClosing(next, each.at, cycleOfClosing(each));
  const names = Object.keys({ ...known, ...next }) as (keyof SubscriptionSummary)[];
  return names.every((name) => next[name] === known[name]) ? subscription : next;
}

function isClosing(fact: Fact): fact is NotificationFact {
  return fact.source === "notification" && fact.enabled === "0";
}

/**
 * Whether a notification has its own gateway order ID and no valid cycle: then only its gateway subscription ID
 * identifies the subscription.
 */
function isIdentifiedBySubscriptionOnly(fact: NotificationFact): boolean {
  return fact.reportedAttemptId !== undefined && hasUnknownCycle(fact);
}

/** A first payment counts with any gateway subscription ID, and so does a closing that it reports. */
function mayCloseSubscription(
  attempt: SubscriptionAttempt,
  fact: NotificationFact,
  gatewaySubscriptionId: string | undefined,
): boolean {
  if (isIdentifiedBySubscriptionOnly(fact))
    return gatewaySubscriptionId !== undefined && fact.gatewaySubscriptionId === gatewaySubscriptionId;
  return (
    !isOfOtherSubscription(fact, gatewaySubscriptionId) ||
    (laterCycleNumberOf(fact) === undefined && paysCycle(attempt, fact, 1))
  );
}

/**
 * Whether the gateway subscription ID is still unknown, and a closing was reported that may belong to another
 * subscription.
 */
export function closingAwaitsSubscriptionId({ subscription, facts }: SubscriptionAttempt): boolean {
  return (
    subscription?.gatewaySubscriptionId === undefined &&
    (subscription?.closedAt !== undefined || facts.some(isClosing))
  );
}

function cycleOfClosing(fact: NotificationFact): number | undefined {
  return fact.periodCount === "1" && fact.reportedAttemptId === undefined ? 1 : laterCycleNumberOf(fact);
}

/** Returns the amounts that the notifications of a cycle must have (PLAN-FIRST). */
function expectedAmountsOfCycle(payment: Pick<SubscriptionAttempt, "amount" | "plan">, number: number) {
  return number === 1
    ? expectedAmountsOf(payment)
    : { amount: payment.amount, chargedAmount: payment.amount };
}

/** Whether a report alone pays its cycle. */
export function paysCycle(attempt: SubscriptionAttempt, fact: PaymentReport, number: number): boolean {
  const { plan, subscription } = attempt;
  if (
    number > plan.totalCount ||
    (number > 1 && isOfOtherSubscription(fact, subscription?.gatewaySubscriptionId))
  )
    return false;
  return matchingSuccesses(expectedAmountsOfCycle(attempt, number), [fact]).length > 0;
}

/**
 * Returns the alternatives that paid a cycle: the transactions that staff accepted, then each of its own, in the order
 * of the facts. One of another gateway subscription ID pays a later cycle only if staff accepted it (CYC-SUBSCRIPTION).
 */
export function findCyclePayingSets(
  attempt: SubscriptionAttempt,
  number: number,
  facts: readonly Fact[],
): (readonly string[])[] {
  const gatewaySubscriptionId = number === 1 ? undefined : attempt.subscription?.gatewaySubscriptionId;
  const own = facts.filter((fact) => !isOfOtherSubscription(fact, gatewaySubscriptionId));
  return findPayingTransactionSets(expectedAmountsOfCycle(attempt, number), own);
}

/** Whether a transaction paid the cycle. False if staff accepted it with other proof, and nothing was reported. */
export function hasPayingTransaction(
  attempt: SubscriptionAttempt,
  number: number,
  facts: readonly Fact[],
): boolean {
  return (
    acceptedTransactionIds(facts).length > 0 ||
    facts.some((fact) => isPaymentReport(fact) && paysCycle(attempt, fact, number))
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

/** Returns when a cycle is due, in the gateway's time zone. `first`: when the first cycle was paid, if the facts do not say it. */
export function cycleDueDate(
  attempt: SubscriptionAttempt,
  number: number,
  { timeZone, first = firstPaidAt(attempt) }: { readonly timeZone: string; readonly first?: Date },
): Date {
  return chargeDateOf(attempt.plan, { first, number, timeZone });
}

/** Returns when the first cycle was paid, by the first report of it. Later cycles are counted from this moment. */
export function firstPaidAt(attempt: SubscriptionAttempt): Date {
  const paid: readonly Fact[] = matchingSuccesses(expectedAmountsOf(attempt), attempt.facts);
  const payers = acceptedTransactionIds(attempt.facts);
  const accepted = attempt.facts.filter((fact) =>
    isPaymentReport(fact) ? payers.includes(fact.transactionId) : isAcceptance(fact),
  );
  const [first = attempt.createdAt] = [...paid, ...accepted].map(({ at }) => at).sort();
  return new Date(first);
}

/** The note of a cycle that is not expected any more. */
export const closedBeforeDueNote = "The subscription was closed before it was due.";

/** Whether a cycle is paid, or staff ended it. */
export function isCycleFinished(state: AttemptState): boolean {
  return state === "paid" || state === "closed" || state === "refunded";
}

/**
 * Whether a charge is still expected: the cycle is in the plan, and no closing was reported before it or with an
 * earlier cycle.
 */
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

/** Returns the summary with one more closing: with its cycle, or its moment if it names none (CYC-CLOSED). */
export function addClosing(
  summary: SubscriptionSummary,
  at: string,
  cycle: number | undefined,
): SubscriptionSummary {
  const { closedWith, closedAt, closedWithoutCycleAt } = summary;
  return {
    ...summary,
    closedAt: earliest(closedAt, at),
    ...(cycle === undefined
      ? { closedWithoutCycleAt: earliest(closedWithoutCycleAt, at) }
      : { closedWith: Math.min(closedWith ?? cycle, cycle) }),
  };
}

function earliest(one: string | undefined, other: string): string {
  return one !== undefined && one < other ? one : other;
}
