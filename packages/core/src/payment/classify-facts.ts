import { isAmountBetween, type Money } from "../protocol/money/money.ts";
import {
  type AmountTolerance,
  type CountedKind,
  countedKinds,
  type Fact,
  type InquiryFact,
  type NotificationFact,
  type PaymentReport,
  type ResolutionFact,
  type ResponseFact,
} from "./fact.ts";

/** The amounts that the gateway must report. They can differ for the first cycle of a subscription (PLAN-FIRST). */
export interface ExpectedAmounts {
  readonly amount: Money;
  readonly chargedAmount: Money;
}

/** Facts by their meaning for the outcome. */
export interface ClassifiedFacts {
  readonly terms: ExpectedAmounts;
  readonly facts: readonly Fact[];
  /** Successes with the expected amounts, or with amounts that the shop accepts. */
  readonly matching: readonly PaymentReport[];
  readonly mismatching: readonly PaymentReport[];
  /** Successes with the expected amounts, whose transaction paid another cycle before. */
  readonly reused: readonly PaymentReport[];
  /** Replies to queries that say paid without a transaction ID. They prove no payment, because it could be counted twice. */
  readonly unproven: readonly PaymentReport[];
  readonly failures: readonly PaymentReport[];
  readonly answer: ResponseFact | undefined;
}

export function classifyFacts(terms: ExpectedAmounts, facts: readonly Fact[]): ClassifiedFacts {
  const matching: PaymentReport[] = [];
  const mismatching: PaymentReport[] = [];
  const reused: PaymentReport[] = [];
  const unproven: PaymentReport[] = [];
  const failures: PaymentReport[] = [];
  let answer: ResponseFact | undefined;
  for (const fact of facts) {
    if (fact.source === "response") answer ??= fact;
    else if (isSuccess(fact)) {
      if (!matchesAmounts(terms, fact)) mismatching.push(fact);
      else if (fact.usedFor === undefined) matching.push(fact);
      else reused.push(fact);
    } else if (isFailure(fact)) failures.push(fact);
    else if (isInquirySuccessWithoutTransactionId(fact)) unproven.push(fact);
  }
  return { terms, facts, matching, mismatching, reused, unproven, failures, answer };
}

/** Compares both amounts and the currency, as numbers (NOT-AMOUNT, NOT-TOLERANCE, NOT-CURRENCY, MON-COMPARE). */
function matchesAmounts({ amount, chargedAmount: trueAmount }: ExpectedAmounts, fact: PaymentReport) {
  return (
    isSameCode(fact.currency, amount.currency) &&
    isAcceptedAmount(fact.amount, amount, fact.tolerance) &&
    isAcceptedAmount(fact.trueAmount, trueAmount, fact.tolerance)
  );
}

/** Nothing paid is never accepted, however great the tolerance is. */
function isAcceptedAmount(
  text: string,
  { minor, currency }: Money,
  { over, under }: AmountTolerance = { over: 0, under: 0 },
): boolean {
  return isAmountBetween(text, {
    currency,
    lowest: Math.max(minor - under, Math.min(minor, 1)),
    highest: minor + over,
  });
}

/** Ignores the case of ASCII letters only: the upper case of `ſ` is S, but `ſ` is no letter of a currency code. */
function isSameCode(received: string, code: string): boolean {
  return /^[A-Za-z]{3}$/.test(received) && received.toUpperCase() === code;
}

/** Returns the sets of transactions that each paid in full: first those that an operator accepted, together, then each matching transaction. */
export function selectPayingSets({
  facts,
  matching,
}: Pick<ClassifiedFacts, "facts" | "matching">): (readonly string[])[] {
  const accepted = acceptedTransactionIds(facts);
  const others = transactionIdsOfReports(matching).filter((id) => !accepted.includes(id));
  return [...(accepted.length === 0 ? [] : [accepted]), ...others.map((id) => [id])];
}

/** Returns the transactions that an operator accepted. */
export function acceptedTransactionIds(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) => (isAcceptance(fact) ? (fact.transactions ?? []) : []));
}

/** Returns the transactions that were reported as successful, of any amount. */
export function successfulTransactionIds(facts: readonly Fact[]): string[] {
  return transactionIdsOfReports(facts.filter(isSuccess));
}

/** Returns the sets of transactions that each paid in full, in the order of the facts. Accepted transactions are one set, and come first. */
export function findPayingTransactionSets(
  terms: ExpectedAmounts,
  facts: readonly Fact[],
): (readonly string[])[] {
  return selectPayingSets(classifyFacts(terms, facts));
}

/** Returns the transactions that an operator can accept: those that report a success. None if the attempt is paid. */
export function acceptableTransactionIds(terms: ExpectedAmounts, facts: readonly Fact[]): string[] {
  return findPayingTransactionSets(terms, facts).length > 0 ? [] : successfulTransactionIds(facts);
}

/** Returns the reports of a success with the expected amounts. */
export function matchingSuccesses(terms: ExpectedAmounts, facts: readonly Fact[]): readonly PaymentReport[] {
  return classifyFacts(terms, facts).matching;
}

export function transactionIdsOfReports(facts: readonly PaymentReport[]): string[] {
  return [...new Set(facts.map((fact) => fact.transactionId))];
}

/** How many equal facts an attempt or a cycle keeps: the first ones, and the last ones (STATE-BOUND). */
const kept = { failures: { first: 3, last: 3 }, disputes: { first: 20, last: 5 } } as const;

/** The number of reports of one kind after which further ones open no review item and cause no call of the shop (STATE-BOUND). */
export const mostHandledReports = 20;

/** Returns the facts that are kept: in each group of equal ones the first and the last, and the number of the others. */
export function boundFacts(facts: readonly Fact[]): readonly Fact[] {
  if (facts.length <= kept.failures.first + kept.failures.last) return facts;
  const dropped = [...groupsOf(facts)].flatMap(([, { of, facts: own }]) =>
    own.slice(kept[of].first, -kept[of].last).map((fact) => ({ of, fact })),
  );
  if (dropped.length === 0) return facts;
  const isDropped = new Set<Fact>(dropped.map(({ fact }) => fact));
  const counts = countedKinds.flatMap((of) => {
    const known = omittedFactsOf(facts, of);
    const added = dropped.filter((each) => each.of === of).map(({ fact }) => fact.at);
    const at = [...added, ...known.map((each) => each.at)].sort().at(-1);
    const count = known.reduce((sum, each) => sum + each.count, added.length);
    return at === undefined ? [] : [{ source: "omitted", of, at, count } as const];
  });
  return [...facts.filter((fact) => fact.source !== "omitted" && !isDropped.has(fact)), ...counts];
}

/** Returns the number of facts of one kind that were reported, whether they are kept or not. */
export function countReports(facts: readonly Fact[], kind: CountedKind): number {
  const groups = [...groupsOf(facts).values()].filter(({ of }) => of === kind);
  const grouped = groups.reduce((count, { facts: own }) => count + own.length, 0);
  return omittedFactsOf(facts, kind).reduce((sum, { count }) => sum + count, grouped);
}

function omittedFactsOf(facts: readonly Fact[], kind: CountedKind) {
  return facts.flatMap((fact) => (fact.source === "omitted" && fact.of === kind ? [fact] : []));
}

/**
 * Returns the facts that decide the state and open review items. After `mostHandledReports` failures, the last ones of each group are left
 * out: the first ones, which are equal to them, decide the same.
 */
export function factsThatDecide(facts: readonly Fact[]): readonly Fact[] {
  const mayBeMore = facts.length > mostHandledReports || facts.some(({ source }) => source === "omitted");
  if (!mayBeMore || countReports(facts, "failures") <= mostHandledReports) return facts;
  const failures = [...groupsOf(facts).values()].filter(({ of }) => of === "failures");
  const left = new Set<Fact>(failures.flatMap(({ facts: own }) => own.slice(kept.failures.first)));
  return facts.filter((fact) => !left.has(fact));
}

interface FactGroup {
  readonly of: CountedKind;
  readonly facts: Fact[];
}

/** Facts of one group mean the same for every state. A failure of a transaction that also succeeded is in no group (ITEM-CONTRADICTORY). */
function groupsOf(facts: readonly Fact[]): ReadonlyMap<string, FactGroup> {
  const groups = new Map<string, FactGroup>();
  const paid = new Set([...successfulTransactionIds(facts), ...acceptedTransactionIds(facts)]);
  const add = (of: CountedKind, fact: Fact, ...key: unknown[]) => {
    const id = JSON.stringify([of, ...key]);
    const group = groups.get(id) ?? { of, facts: [] };
    group.facts.push(fact);
    groups.set(id, group);
  };
  for (const fact of facts) {
    if (fact.source === "dispute") add("disputes", fact);
    else if (isPaymentReport(fact) && reportsNoMoney(fact) && !paid.has(fact.transactionId))
      add("failures", fact, fact.source, isFailure(fact), subscriptionOf(fact));
  }
  return groups;
}

/** A notice or a closing is no failure, and a reply that says refunded names money. */
function reportsNoMoney(fact: PaymentReport): boolean {
  if (fact.source === "inquiry") return fact.state !== "paid" && fact.state !== "refunded";
  return fact.returncode !== "00" && fact.alertType === undefined && fact.enabled !== "0";
}

function subscriptionOf(fact: PaymentReport): string | undefined {
  return fact.source === "notification" ? fact.gatewaySubscriptionId : undefined;
}

export function isNotification(fact: Fact): fact is NotificationFact {
  return fact.source === "notification";
}

/** Returns whether a notification with this code reports the outcome of a payment: not a refund, and not an unknown cycle. */
function reportsOutcome(fact: Fact, returncode: string): fact is NotificationFact {
  if (fact.source !== "notification" || fact.returncode !== returncode) return false;
  return fact.alertType === undefined && !hasUnknownCycle(fact);
}

/**
 * Returns whether the fact reports a successful payment of a known cycle, of any amount. A reply to a query without a transaction ID does
 * not, because the same payment could be counted twice (QRY-FACT).
 */
export function isSuccess(fact: Fact): fact is PaymentReport {
  if (fact.source === "inquiry") return fact.state === "paid" && fact.transactionId !== "";
  return reportsOutcome(fact, "00");
}

/** Returns whether a reply to a query says that the order is paid, and does not name the transaction. */
export function isInquirySuccessWithoutTransactionId(fact: Fact): fact is InquiryFact {
  return fact.source === "inquiry" && fact.state === "paid" && fact.transactionId === "";
}

export function isFailure(fact: Fact): fact is PaymentReport {
  if (fact.source === "inquiry") return fact.state === "failed";
  return reportsOutcome(fact, "2");
}

/** Returns whether the gateway reports something about a payment, whether it posted it or was asked. */
export function isPaymentReport(fact: Fact): fact is PaymentReport {
  return fact.source === "notification" || fact.source === "inquiry";
}

/** Whether a notification or a query reported a transaction, with any result. */
export function isReported(facts: readonly Fact[], transactionId: string): boolean {
  return facts.some((fact) => isPaymentReport(fact) && fact.transactionId === transactionId);
}

/**
 * Returns whether the cycle of a notification is unknown: its count is not the number of a cycle, or it has a gateway order ID of its own
 * and names no later cycle or no gateway subscription ID. A notification with the sale's gateway order ID and no count is about the sale.
 */
export function hasUnknownCycle({
  periodCount,
  reportedAttemptId,
  gatewaySubscriptionId,
}: NotificationFact): boolean {
  const isNumber = periodCount !== undefined && /^[1-9]\d{0,8}$/.test(periodCount);
  if (reportedAttemptId !== undefined)
    return !isNumber || periodCount === "1" || gatewaySubscriptionId === undefined;
  return periodCount !== undefined && !isNumber;
}

export function isAcceptance(fact: Fact): fact is ResolutionFact {
  return fact.source === "operator" && fact.action === "accept";
}

export function dismissesWholeCharge(fact: Fact): boolean {
  return fact.source === "operator" && fact.action === "dismiss" && fact.transactions === undefined;
}

/** Returns whether an operator ended a paid attempt whose order was not placed (ENG-FREE). */
export function freesWholeAttempt(fact: Fact): fact is ResolutionFact {
  return "frees" in fact && fact.frees === "attempt";
}

/** Returns whether an operator recorded a refund of transactions under review (ENG-FREE). */
export function isReviewedTransactionRefund(fact: Fact): fact is ResolutionFact {
  return fact.source === "operator" && fact.action === "record-refund" && fact.frees === "transactions";
}

/** Returns whether a notification reports only that the subscription was closed. It contradicts no approval. */
export function reportsOnlyClosing(fact: PaymentReport): boolean {
  return fact.source === "notification" && fact.enabled === "0" && fact.returncode !== "00";
}
