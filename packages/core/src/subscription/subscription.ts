import type { Fact, NotificationFact } from "../payment/fact.ts";
import {
  acceptedBy,
  isAccepted,
  isOfUnknownCycle,
  matchingSuccesses,
  type PaymentState,
  payersOf,
  type Terms,
} from "../payment/judge.ts";
import { type Payment, termsOf } from "../payment/payment.ts";
import { dueOf } from "./calendar.ts";
import { laterCycle } from "./cycle.ts";
import { type CycleTerms, isOfAnother } from "./judge-cycle.ts";

/** What its notifications have said of a subscription as a whole; kept on the payment that began it. */
export type Summary = NonNullable<Payment["subscription"]>;

/** Milliseconds. What is charged nearly when closing is reported was not charged after it: clocks differ, and messages take time. */
const day = 86_400_000;

/** A payment that begins a subscription. */
export type Subscription = Payment & { readonly plan: NonNullable<Payment["plan"]> };

export function isSubscription(payment: Payment): payment is Subscription {
  return payment.plan !== undefined;
}

/**
 * The summary with one more notification, as it counts for its cycle. The master order of the first charge that pays is the subscription's
 * (CYC-MASTER); of reports of closing the earliest cycle and the earliest moments count, but none for another master order (CYC-CLOSED),
 * which is asked of all once the master order is known. The same object when nothing is new.
 *
 * @param laterFacts of its later cycles, if it `awaitsMaster`
 */
export function summaryWith(
  payment: Subscription,
  fact: NotificationFact,
  laterFacts: readonly Fact[],
): Summary | undefined {
  const { subscription, facts } = payment;
  const known: Summary = subscription ?? {};
  const isNamed = known.masterId === undefined && fact.masterId !== undefined && paysIts(payment, fact);
  let next: Summary = isNamed ? { masterId: fact.masterId } : known;
  const told: readonly Fact[] = isNamed ? [...facts, ...laterFacts, fact] : [fact];
  for (const each of told.filter(isClosing))
    if (mayClose(payment, each, next.masterId)) next = { ...next, ...closing(next, each) };
  const names = Object.keys({ ...known, ...next }) as (keyof Summary)[];
  return names.every((name) => next[name] === known[name]) ? subscription : next;
}

function paysIts(payment: Subscription, fact: NotificationFact): boolean {
  return pays(payment, fact, laterCycle(fact) ?? 1);
}

function isClosing(fact: Fact): fact is NotificationFact {
  return fact.source === "notification" && fact.enabled === "0";
}

/** Whether it came under a number of its own, for a cycle that cannot be told: whose it is, its master order alone says. */
function isStray(fact: NotificationFact): boolean {
  return fact.ownNumber !== undefined && isOfUnknownCycle(fact);
}

/** A first payment counts whatever master order it names, and so does what it says of closing. */
function mayClose(payment: Subscription, fact: NotificationFact, masterId: string | undefined): boolean {
  if (isStray(fact)) return masterId !== undefined && fact.masterId === masterId;
  return !isOfAnother(fact, masterId) || (laterCycle(fact) === undefined && pays(payment, fact, 1));
}

/** Whether its master order is still to be named, and a closing was reported that may not be its own. */
export function awaitsMaster({ subscription, facts }: Subscription): boolean {
  return (
    subscription?.masterId === undefined && (subscription?.closedAt !== undefined || facts.some(isClosing))
  );
}

/** Belongs to the cycle that it names; where that cannot be told, to the moment. */
function closing({ closedWith, closedAt, closedWithoutCycleAt }: Summary, fact: NotificationFact): Summary {
  const cycle = fact.periodCount === "1" && fact.ownNumber === undefined ? 1 : laterCycle(fact);
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
function moneyOfCycle(payment: Pick<Subscription, "money" | "plan">, number: number): Terms {
  return number === 1 ? termsOf(payment) : { amount: payment.money, trueAmount: payment.money };
}

/** Whether a notification, taken by itself, pays the cycle that it is about. */
export function pays(payment: Subscription, fact: NotificationFact, number: number): boolean {
  const { plan, subscription } = payment;
  if (number > plan.totalCount || (number > 1 && isOfAnother(fact, subscription?.masterId))) return false;
  return matchingSuccesses(moneyOfCycle(payment, number), [fact]).length > 0;
}

/**
 * What paid a cycle, each for itself: the transactions that staff have accepted it with, then each of its own, in the order of the facts.
 * One of another master order counts for a later cycle only if staff have accepted it (CYC-MASTER).
 */
export function payersOfCycle(
  payment: Subscription,
  number: number,
  facts: readonly Fact[],
): (readonly string[])[] {
  const masterId = number === 1 ? undefined : payment.subscription?.masterId;
  const own = facts.filter((fact) => !isOfAnother(fact, masterId));
  return payersOf(moneyOfCycle(payment, number), own);
}

/** Whether something paid it: not where staff have accepted it on other proof, and nothing was reported. */
export function isPaidBySome(payment: Subscription, number: number, facts: readonly Fact[]): boolean {
  return (
    acceptedBy(facts).length > 0 ||
    facts.some((fact) => fact.source === "notification" && pays(payment, fact, number))
  );
}

export function cycleTermsOf(
  payment: Subscription,
  number: number,
  zone: Parameters<typeof cycleDueOf>[2],
): CycleTerms {
  const { money, plan, subscription } = payment;
  const { masterId, closedWith, closedWithoutCycleAt: moment } = subscription ?? {};
  const isLater =
    moment !== undefined && cycleDueOf(payment, number, zone).getTime() >= Date.parse(moment) + day;
  const closedBefore = isLater ? moment : undefined;
  return { number, amount: money, totalCount: plan.totalCount, masterId, closedWith, closedBefore };
}

/** Where the gateway counts its days. */
export function cycleDueOf(
  payment: Subscription,
  number: number,
  { timeZone }: { readonly timeZone: string },
): Date {
  return dueOf(payment.plan, { first: firstPaidAt(payment), number, timeZone });
}

/** When the first cycle was paid, as we heard it: later ones are counted from here. */
export function firstPaidAt(payment: Subscription): Date {
  const paid: readonly Fact[] = matchingSuccesses(termsOf(payment), payment.facts);
  const payers = acceptedBy(payment.facts);
  const accepted = payment.facts.filter((fact) =>
    fact.source === "notification" ? payers.includes(fact.transactionId) : isAccepted(fact),
  );
  const [first = payment.createdAt] = [...paid, ...accepted].map(({ at }) => at).sort();
  return new Date(first);
}

/** Of a cycle that is not expected any more. */
export const closedFirst = "The subscription was closed before it was due.";

/** Paid, or given up by staff. */
export function isOver(state: PaymentState): boolean {
  return state === "paid" || state === "closed" || state === "refunded";
}

/** Whether a charge is still to come: it is in the plan, and closing was reported neither before it nor with an earlier cycle. */
export function isExpected({ plan, subscription }: Subscription, number: number, due: Date): boolean {
  const { closedWith, closedAt } = subscription ?? {};
  if (number > plan.totalCount) return false;
  if (closedWith !== undefined && number > closedWith) return false;
  return closedAt === undefined || due < new Date(closedAt);
}
