import { isAmount, toAmountText } from "../protocol/money/amount-text.ts";
import type { Money } from "../protocol/money/money.ts";
import type { Fact, NotificationFact, ResolutionFact, ResponseFact, TransactionUse } from "./fact.ts";
import type { KindsWith } from "./review-kinds.ts";

export const attemptStates = [
  "created",
  "pending",
  "approved",
  "failed",
  "review",
  "closed",
  "refunded",
  "paid",
] as const;

/**
 * The state of an attempt, derived from all its facts (LED-JUDGE).
 *
 * - `paid`: the gateway reported the payment, or an operator accepted it on proof. No later report changes this.
 * - `closed`: an operator dismissed it
 * - `refunded`: an operator recorded its refund, and no order was placed for it (LED-FREE)
 * - `review`: the amount or the reports do not fit. A person has to resolve it.
 * - `failed`: the payment failed, and the buyer can try again
 * - `approved`: the gateway approved the charge in its response, and the notification has not arrived
 * - `pending`: the buyer has not finished, or the outcome is not known
 * - `created`: committed, and no response of the gateway is recorded
 */
export type AttemptState = (typeof attemptStates)[number];

/** How a reference with several attempts is described: the first of these states that one of its attempts has. */
export const statesBestFirst: readonly AttemptState[] = [
  "paid",
  "review",
  "approved",
  "pending",
  "created",
  "refunded",
  "failed",
  "closed",
];

/** Whether an attempt in this state decides about all other attempts of its reference, however old it is. */
export function isDecisiveState(state: AttemptState): boolean {
  return state === "paid" || state === "review" || state === "approved";
}

/** Whether somebody has said how it ended. */
export function hasResult(state: AttemptState): boolean {
  return state !== "created" && state !== "pending" && state !== "approved";
}

/** Something a person has to review. `dedupeKey` tells findings of one kind apart, so that a repeat adds nothing. */
export interface ReviewFinding {
  readonly kind: KindsWith<"scope", "transaction">;
  readonly dedupeKey: string;
  readonly evidence: string;
}

export interface DerivedAttempt {
  readonly state: AttemptState;
  readonly findings: readonly ReviewFinding[];
}

/** What the notifications of a payment must say. For the first cycle of a subscription the two may differ (PLAN-FIRST). */
export interface ExpectedAmounts {
  readonly amount: Money;
  readonly chargedAmount: Money;
}

/**
 * What the facts amount to. Pure; depends on the set of facts, not on their order or number. Each item, once its facts are
 * there, stays, whatever comes later.
 *
 * @param ofOthers transactions that have paid another cycle, and are named to nobody as too many of this one (CYC-TRANSACTION)
 */
export function deriveAttemptState(
  terms: ExpectedAmounts,
  facts: readonly Fact[],
  ofOthers: ReadonlySet<string> = new Set(),
): DerivedAttempt {
  const said = classifyFacts(terms, facts);
  return { state: stateOfFacts(said), findings: findingsOf(said, ofOthers) };
}

/** Facts by what they mean for the outcome. */
interface ClassifiedFacts {
  readonly terms: ExpectedAmounts;
  readonly facts: readonly Fact[];
  /** Successes whose money is what was asked. */
  readonly matching: readonly NotificationFact[];
  readonly mismatching: readonly NotificationFact[];
  /** Successes whose money is right and has paid another cycle already. */
  readonly reused: readonly NotificationFact[];
  readonly failures: readonly NotificationFact[];
  readonly answer: ResponseFact | undefined;
}

function classifyFacts(terms: ExpectedAmounts, facts: readonly Fact[]): ClassifiedFacts {
  const matching: NotificationFact[] = [];
  const mismatching: NotificationFact[] = [];
  const reused: NotificationFact[] = [];
  const place = (fact: NotificationFact) => {
    if (!matchesAmounts(terms, fact)) return mismatching;
    return fact.usedFor === undefined ? matching : reused;
  };
  for (const fact of facts) if (isSuccess(fact)) place(fact).push(fact);
  const answer = facts.find((fact) => fact.source === "response");
  return { terms, facts, matching, mismatching, reused, failures: facts.filter(isFailure), answer };
}

function stateOfFacts(said: ClassifiedFacts): AttemptState {
  const { facts, matching, failures, answer } = said;
  const ends = facts.filter(endsAttempt);
  if (ends.length > 0) return ends.some(({ action }) => action === "record-refund") ? "refunded" : "closed";
  if (matching.length > 0 || facts.some(isAcceptance)) return "paid";
  if (facts.some(isDismissal)) return "closed";
  if (isUnderReview(said)) return isRefundedUnderReview(said) ? "refunded" : "review";
  if (answer?.outcome === "approved") return "approved";
  if (failures.length > 0 || answer?.outcome === "declined") return "failed";
  if (answer === undefined) return "created";
  return answer.outcome === "rejected" && answer.duplicate !== true ? "failed" : "pending";
}

/** Whether something was reported that does not fit, and nothing has paid. */
function isUnderReview({ mismatching, reused, failures, answer }: ClassifiedFacts): boolean {
  if (mismatching.length + reused.length > 0) return true;
  return answer?.outcome === "approved" && !failures.every(isClosingAlone);
}

/** Whether an operator recorded a refund of what is under review (LED-FREE). */
function isRefundedUnderReview({ facts, mismatching, reused }: ClassifiedFacts): boolean {
  const refunds = facts.filter(isRefundUnderReview);
  const refunded = new Set(refunds.flatMap(({ transactions = [] }) => transactions));
  const isBack = ({ transactionId }: NotificationFact) => refunded.has(transactionId);
  return refunds.length > 0 && [...mismatching, ...reused].every(isBack);
}

function findingsOf(said: ClassifiedFacts, ofOthers: ReadonlySet<string>): ReviewFinding[] {
  return uniqueFindings([
    ...said.mismatching.map((fact) => amountMismatch(said.terms, fact)),
    ...said.reused.map(transactionReused),
    ...contradictoryResults(said),
    ...furtherTransactions(said, ofOthers),
    ...said.facts.filter(isNotification).flatMap(unusualFindings),
    ...said.facts.filter(isNotification).filter(isSignedWeaker).map(weakerRuleFinding),
  ]);
}

/** One item for each kind and mark, in an order that owes nothing to the order of the facts. */
function uniqueFindings(items: readonly ReviewFinding[]): ReviewFinding[] {
  if (items.length < 2) return [...items];
  const key = ({ kind, dedupeKey, evidence }: ReviewFinding) => [kind, dedupeKey, evidence].join("\n");
  const sorted = [...items].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const byMark = new Map(sorted.toReversed().map((item) => [`${item.kind}\n${item.dedupeKey}`, item]));
  return sorted.filter((item) => byMark.get(`${item.kind}\n${item.dedupeKey}`) === item);
}

function isNotification(fact: Fact): fact is NotificationFact {
  return fact.source === "notification";
}

/** Whether it speaks of the outcome of a payment, and not of a refund or of a cycle that cannot be told. */
function isPaymentOutcome(fact: Fact): fact is NotificationFact {
  return isNotification(fact) && fact.alertType === undefined && !hasUnknownCycle(fact);
}

/** Whether it says that money came for a cycle which can be told, whatever the sum. */
export function isSuccess(fact: Fact): fact is NotificationFact {
  return isPaymentOutcome(fact) && fact.returncode === "00";
}

function isFailure(fact: Fact): fact is NotificationFact {
  return isPaymentOutcome(fact) && fact.returncode === "2";
}

/**
 * Whether it is about a cycle that cannot be told: its count is no number of one, or it came under a gateway order ID of its own and names
 * no later cycle or no gateway subscription ID. Without a count, what has the sale's own number is about the sale.
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

/** The money gate: both amounts and the currency, as numbers (NOT-AMOUNT, NOT-CURRENCY, MON-COMPARE). */
function matchesAmounts(
  { amount, chargedAmount: trueAmount }: ExpectedAmounts,
  fact: NotificationFact,
): boolean {
  return (
    isSameCode(fact.currency, amount.currency) &&
    isAmount(fact.amount, amount) &&
    isAmount(fact.trueAmount, trueAmount)
  );
}

/** In any case of ASCII letters: `ſ` in upper case is an S, and no letter of a currency code. */
function isSameCode(received: string, code: string): boolean {
  return /^[A-Za-z]{3}$/.test(received) && received.toUpperCase() === code;
}

function amountMismatch(
  { amount, chargedAmount: trueAmount }: ExpectedAmounts,
  fact: NotificationFact,
): ReviewFinding {
  const price = toAmountText(amount);
  const first = toAmountText(trueAmount);
  const charge = price === first ? "" : ` and, for the first period, ${first}`;
  return {
    kind: "amount-mismatch",
    dedupeKey: fact.transactionId,
    evidence: `The shop asked for ${price}${charge} ${amount.currency}. Transaction ${fact.transactionId} reports ${fact.trueAmount} ${fact.currency} paid, for an order of ${fact.amount} ${fact.currency}.`,
  };
}

function transactionReused({ transactionId, usedFor }: NotificationFact): ReviewFinding {
  return {
    kind: "transaction-reused",
    dedupeKey: transactionId,
    evidence: `Transaction ${transactionId} is reported as paid, but it ${earlierUseText(usedFor)}. The engine did not count it again.`,
  };
}

function earlierUseText(use: TransactionUse | undefined): string {
  return use === "refunded" ? "was refunded before" : `paid cycle ${use} before`;
}

/** One transaction said to be both, or an approval taken back. */
function contradictoryResults({
  mismatching,
  reused,
  failures,
  answer,
  ...said
}: ClassifiedFacts): ReviewFinding[] {
  const reported = [...said.matching, ...mismatching, ...reused].map((fact) => fact.transactionId);
  const paid = new Set([...acceptedTransactionIds(said.facts), ...reported]);
  return failures
    .filter(
      (fact) => (answer?.outcome === "approved" && !isClosingAlone(fact)) || paid.has(fact.transactionId),
    )
    .map((fact) => ({
      kind: "contradictory-results",
      dedupeKey: fact.transactionId,
      evidence: `Transaction ${fact.transactionId} was reported both as successful and as failed.`,
    }));
}

/** The second, third … transaction that paid it. Counted, because which came first is no fact. */
function furtherTransactions(said: ClassifiedFacts, ofOthers: ReadonlySet<string>): ReviewFinding[] {
  const further = payingTransactionsOf(said).slice(1);
  if (further.length === 0) return [];
  const evidence = paidTwiceEvidence(said, ofOthers);
  return further.map((_, index) => ({ kind: "paid-twice", dedupeKey: String(index + 2), evidence }));
}

function paidTwiceEvidence({ facts, matching }: ClassifiedFacts, ofOthers: ReadonlySet<string>): string {
  const accepted = acceptedTransactionIds(facts);
  const inFull = transactionIdsOf(matching)
    .filter((id) => !accepted.includes(id) && !ofOthers.has(id))
    .sort();
  if (accepted.length === 0) return `${inFull.length} transactions paid this in full: ${inFull.join(", ")}.`;
  return `It was accepted with transaction ${accepted.join(", ")}, and paid in full by ${inFull.join(", ")}.`;
}

/** What each paid it for itself: those that staff accepted it with, together, then each transaction that paid exactly what was asked. */
function payingTransactionsOf({
  facts,
  matching,
}: Pick<ClassifiedFacts, "facts" | "matching">): (readonly string[])[] {
  const accepted = acceptedTransactionIds(facts);
  const others = transactionIdsOf(matching).filter((id) => !accepted.includes(id));
  return [...(accepted.length === 0 ? [] : [accepted]), ...others.map((id) => [id])];
}

export function isAcceptance(fact: Fact): fact is ResolutionFact {
  return fact.source === "operator" && fact.action === "accept";
}

function isDismissal(fact: Fact): boolean {
  return fact.source === "operator" && fact.action === "dismiss" && fact.transactions === undefined;
}

/** Whether an operator ended a paid attempt whose order was not placed (LED-FREE). */
function endsAttempt(fact: Fact): fact is ResolutionFact {
  return fact.source === "operator" && fact.action !== "retry" && fact.frees === "attempt";
}

/** Whether an operator recorded that the transactions of an attempt under review were refunded (LED-FREE). */
function isRefundUnderReview(fact: Fact): fact is ResolutionFact {
  return fact.source === "operator" && fact.action === "record-refund" && fact.frees === "transactions";
}

/** The transactions that staff accepted it with. */
export function acceptedTransactionIds(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) => (isAcceptance(fact) ? (fact.transactions ?? []) : []));
}

/** The transactions that were reported as successful, whatever their amount. */
export function reportedTransactionIds(facts: readonly Fact[]): string[] {
  return transactionIdsOf(facts.filter(isSuccess));
}

/** What paid, each for itself, in the order of the facts: one transaction, or those that staff accepted together, which come first. */
export function transactionsPaying(terms: ExpectedAmounts, facts: readonly Fact[]): (readonly string[])[] {
  return payingTransactionsOf(classifyFacts(terms, facts));
}

/** What there is to accept it with: the transactions that report a success. None where one has paid it already. */
export function acceptableTransactionIds(terms: ExpectedAmounts, facts: readonly Fact[]): string[] {
  return transactionsPaying(terms, facts).length > 0 ? [] : reportedTransactionIds(facts);
}

/** The notifications of what was paid exactly as it was asked. */
export function matchingSuccesses(
  terms: ExpectedAmounts,
  facts: readonly Fact[],
): readonly NotificationFact[] {
  return classifyFacts(terms, facts).matching;
}

function transactionIdsOf(facts: readonly NotificationFact[]): string[] {
  return [...new Set(facts.map((fact) => fact.transactionId))];
}

function unusualFindings(fact: NotificationFact): ReviewFinding[] {
  if (fact.alertType !== undefined) {
    const evidence = `Notice of type ${fact.alertType} for transaction ${fact.transactionId}: money may have gone back.`;
    return [{ kind: "refund-notice", dedupeKey: fact.transactionId, evidence }];
  }
  if (hasUnknownCycle(fact) && fact.usedFor === undefined && !isClosingAlone(fact))
    return [{ kind: "unknown-cycle", dedupeKey: fact.transactionId, evidence: unknownCycleEvidence(fact) }];
  if (fact.returncode !== "00" && fact.returncode !== "2") {
    const evidence = `Transaction ${fact.transactionId} has the code ${fact.returncode}, which the protocol does not know.`;
    return [{ kind: "unknown-code", dedupeKey: `${fact.transactionId}/${fact.returncode}`, evidence }];
  }
  return [];
}

function isSignedWeaker({ weaker }: NotificationFact): boolean {
  return weaker === true;
}

function weakerRuleFinding({ transactionId, rule, unsigned = [] }: NotificationFact): ReviewFinding {
  const open = unsigned.length === 0 ? "" : ` Nobody signed: ${unsigned.join(", ")}.`;
  return {
    kind: "weaker-signature",
    dedupeKey: transactionId,
    evidence: `The notification of transaction ${transactionId} verifies by the rule ${rule} only. Earlier ones of this merchant signed more.${open}`,
  };
}

/** That a subscription was closed, and no charge: it takes no approval back. */
function isClosingAlone({ enabled, returncode }: NotificationFact): boolean {
  return enabled === "0" && returncode !== "00";
}

function unknownCycleEvidence({
  transactionId,
  periodCount,
  reportedAttemptId,
  gatewaySubscriptionId,
}: NotificationFact): string {
  if (reportedAttemptId === undefined)
    return `Transaction ${transactionId} names the cycle ${periodCount}, which is no cycle.`;
  const named = periodCount === undefined ? "no cycle" : `the cycle ${periodCount}`;
  const whose = gatewaySubscriptionId === undefined ? " and no gateway subscription ID" : "";
  return `Transaction ${transactionId} came under the gateway order ID ${reportedAttemptId} and names ${named}${whose}: which one it is cannot be told.`;
}
