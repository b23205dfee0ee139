import { isAmountBetween } from "../protocol/money/amount-text.ts";
import type { Money } from "../protocol/money/money.ts";
import type { AmountTolerance, Fact, PaymentReport, ResponseFact } from "./fact.ts";
import { isAcceptance, isFailure, isInquirySuccessWithoutTransactionId, isSuccess } from "./fact-kinds.ts";

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
    if (isInquirySuccessWithoutTransactionId(fact)) unproven.push(fact);
    if (isFailure(fact)) failures.push(fact);
    if (!isSuccess(fact)) continue;
    if (!matchesAmounts(terms, fact)) mismatching.push(fact);
    else if (fact.usedFor === undefined) matching.push(fact);
    else reused.push(fact);
  }
  return { terms, facts, matching, mismatching, reused, unproven, failures, answer };
}

/** Compares both amounts and the currency, as numbers (NOT-AMOUNT, NOT-TOLERANCE, NOT-CURRENCY, MON-COMPARE). */
function matchesAmounts(
  { amount, chargedAmount: trueAmount }: ExpectedAmounts,
  fact: PaymentReport,
): boolean {
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
