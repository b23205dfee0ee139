import type { Fact, NotificationFact } from "../payment/fact.ts";
import { isOfUnknownCycle, matchingSuccesses, matchingTransactions, type Terms } from "../payment/judge.ts";
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
 * The summary with one more notification, as it counts for its cycle. The master order that is named first is the subscription's
 * (CYC-MASTER); of reports of closing the earliest cycle and the earliest moments count, but none for another master order (CYC-CLOSED).
 * A stray one does not say whose the subscription is, and closes it once it is known to be about it. The same object when nothing is new.
 */
export function summaryWith(payment: Subscription, fact: NotificationFact): Summary | undefined {
  const { subscription } = payment;
  const known: Summary = subscription ?? {};
  const named = isStray(fact) || fact.masterId === undefined ? {} : { masterId: fact.masterId };
  let next: Summary = { ...named, ...known };
  const waiting = known.masterId === next.masterId ? [] : strayClosings(payment);
  for (const each of [...waiting, fact])
    if (each.enabled === "0" && mayClose(payment, each, next.masterId))
      next = { ...next, ...closing(next, each) };
  const names = Object.keys(next) as (keyof Summary)[];
  return names.every((name) => next[name] === known[name]) ? subscription : next;
}

/** Whether it came under a number of its own, for a cycle that cannot be told: whose it is, its master order alone says. */
function isStray(fact: NotificationFact): boolean {
  return fact.ownNumber !== undefined && isOfUnknownCycle(fact);
}

/** A first payment counts whatever master order it names, and so does what it says of closing. */
function mayClose(payment: Subscription, fact: NotificationFact, masterId: string | undefined): boolean {
  if (isStray(fact)) return fact.masterId === masterId;
  return !isOfAnother(fact, masterId) || (laterCycle(fact) === undefined && pays(payment, fact, 1));
}

function strayClosings({ facts }: Subscription): NotificationFact[] {
  return facts.filter(
    (fact): fact is NotificationFact =>
      fact.source === "notification" && fact.enabled === "0" && isStray(fact),
  );
}

/** Whether its master order is still to be named, and a closing was reported that may be its own. */
export function awaitsMaster(payment: Subscription): boolean {
  return payment.subscription?.masterId === undefined && strayClosings(payment).length > 0;
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
 * The transactions that paid a cycle, in the order of the facts. Those of another master order count for a later one only where staff
 * have accepted it and none of its own has paid (CYC-MASTER).
 */
export function transactionsOfCycle(payment: Subscription, number: number, facts: readonly Fact[]): string[] {
  const masterId = number === 1 ? undefined : payment.subscription?.masterId;
  const terms = moneyOfCycle(payment, number);
  const own = matchingTransactions(
    terms,
    facts.filter((fact) => !isOfAnother(fact, masterId)),
  );
  return own.length > 0 || !facts.some(isAccepted) ? own : matchingTransactions(terms, facts);
}

function isAccepted(fact: Fact): boolean {
  return fact.source === "operator" && fact.action === "accepted";
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
  const accepted = payment.facts.filter(isAccepted);
  const [first = payment.createdAt] = [...paid, ...accepted].map(({ at }) => at).sort();
  return new Date(first);
}

/** Whether a charge is still to come: it is in the plan, and closing was reported neither before it nor with an earlier cycle. */
export function isExpected({ plan, subscription }: Subscription, number: number, due: Date): boolean {
  const { closedWith, closedAt } = subscription ?? {};
  if (number > plan.totalCount) return false;
  if (closedWith !== undefined && number > closedWith) return false;
  return closedAt === undefined || due < new Date(closedAt);
}
