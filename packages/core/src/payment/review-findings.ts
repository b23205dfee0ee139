import { toAmountText } from "../protocol/money/money.ts";
import {
  acceptedTransactionIds,
  type ClassifiedFacts,
  type ExpectedAmounts,
  hasUnknownCycle,
  isAcceptance,
  reportsOnlyClosing,
  selectPayingSets,
  transactionIdsOfReports,
} from "./classify-facts.ts";
import type {
  Fact,
  InquiryFact,
  NotificationFact,
  PaymentReport,
  TransactionPaidCycleOrRefunded,
} from "./fact.ts";
import { refundSuccessesOf } from "./recorded-refunds.ts";
import type { ReviewKindsWithRule } from "./review-kinds.ts";

/** Something that a person has to review. `dedupeKey` distinguishes findings of one kind, so that a repeat adds nothing. */
export interface ReviewFinding {
  readonly kind: ReviewKindsWithRule<"scope", "transaction">;
  readonly dedupeKey: string;
  readonly evidence: string;
}

export function reviewFindingsOf(
  classified: ClassifiedFacts,
  ofOthers: ReadonlySet<string> = new Set(),
): ReviewFinding[] {
  const { terms, facts, mismatching, reused, failures } = classified;
  const findings = [
    ...mismatching.map((fact) => amountMismatch(terms, fact)),
    ...reused.map(transactionReused),
    ...unprovenPayment(classified),
    ...(failures.length === 0 ? [] : contradictoryResults(classified)),
    ...furtherTransactions(classified, ofOthers),
  ];
  for (const fact of facts) {
    if (fact.source === "inquiry") findings.push(...refundedByInquiry(fact, facts));
    if (fact.source !== "notification") continue;
    findings.push(...unusualFindings(fact));
    if (fact.weaker === true) findings.push(weakerRuleFinding(fact));
  }
  return findings.length < 2 ? findings : uniqueFindings(findings);
}

/** Returns one finding for each kind and dedupe key, in an order that does not depend on the order of the facts. */
function uniqueFindings(items: readonly ReviewFinding[]): ReviewFinding[] {
  const key = ({ kind, dedupeKey, evidence }: ReviewFinding) => [kind, dedupeKey, evidence].join("\n");
  const sorted = [...items].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const byKey = new Map(sorted.toReversed().map((item) => [`${item.kind}\n${item.dedupeKey}`, item]));
  return sorted.filter((item) => byKey.get(`${item.kind}\n${item.dedupeKey}`) === item);
}

function amountMismatch(
  { amount, chargedAmount: trueAmount }: ExpectedAmounts,
  fact: PaymentReport,
): ReviewFinding {
  const price = toAmountText(amount);
  const first = toAmountText(trueAmount);
  const charge = price === first ? "" : ` and, for the first period, ${first}`;
  const evidence = `The shop asked for ${price}${charge} ${amount.currency}. Transaction ${fact.transactionId} reports ${reportedAmount(fact.trueAmount, fact)} paid, for an order of ${reportedAmount(fact.amount, fact)}.`;
  return { kind: "amount-mismatch", dedupeKey: fact.transactionId, evidence };
}

/** A payment that a notification or an operator proved needs no such finding. */
function unprovenPayment({ matching, facts, unproven }: ClassifiedFacts): ReviewFinding[] {
  const [fact] = unproven;
  if (fact === undefined || matching.length > 0 || facts.some(isAcceptance)) return [];
  const evidence = `The gateway answered a query that the order is paid (${reportedAmount(fact.trueAmount, fact)}), without a transaction ID. This does not prove the payment. Look it up at the gateway.`;
  return [{ kind: "amount-mismatch", dedupeKey: "", evidence }];
}

/** A reply to a query may lack an amount or the currency. */
function reportedAmount(amount: string, { currency }: PaymentReport): string {
  return `${amount || "(no amount)"} ${currency || "(no currency)"}`;
}

function transactionReused({ transactionId, usedFor }: PaymentReport): ReviewFinding {
  const evidence = `Transaction ${transactionId} is reported as paid, but it ${earlierUseText(usedFor)}. The engine did not count it again.`;
  return { kind: "transaction-reused", dedupeKey: transactionId, evidence };
}

function earlierUseText(use: TransactionPaidCycleOrRefunded | undefined): string {
  return use === "refunded" ? "was refunded before" : `paid cycle ${use} before`;
}

/** Returns a finding if one transaction is reported as both paid and failed, or an approval was revoked. */
function contradictoryResults(classified: ClassifiedFacts): ReviewFinding[] {
  const { facts, matching, mismatching, reused, failures, answer } = classified;
  const reported = [...matching, ...mismatching, ...reused].map((fact) => fact.transactionId);
  const paid = new Set([...acceptedTransactionIds(facts), ...reported]);
  const isApproved = answer?.outcome === "approved";
  return failures
    .filter((fact) => (isApproved && !reportsOnlyClosing(fact)) || paid.has(fact.transactionId))
    .map((fact) => ({
      kind: "contradictory-results",
      dedupeKey: fact.transactionId,
      evidence: `Transaction ${fact.transactionId} was reported both as successful and as failed.`,
    }));
}

/**
 * Returns a finding for every transaction after the first that paid in full. The dedupe key is a count, because no fact
 * proves which came first.
 */
function furtherTransactions(classified: ClassifiedFacts, ofOthers: ReadonlySet<string>): ReviewFinding[] {
  return selectPayingSets(classified)
    .slice(1)
    .map((_, index) => {
      const evidence = paidTwiceEvidence(classified, ofOthers);
      return { kind: "paid-twice", dedupeKey: String(index + 2), evidence };
    });
}

function paidTwiceEvidence({ facts, matching }: ClassifiedFacts, ofOthers: ReadonlySet<string>): string {
  const accepted = acceptedTransactionIds(facts);
  const inFull = transactionIdsOfReports(matching)
    .filter((id) => !accepted.includes(id) && !ofOthers.has(id))
    .sort();
  if (accepted.length === 0) return `${inFull.length} transactions paid this in full: ${inFull.join(", ")}.`;
  return `It was accepted with transaction ${accepted.join(", ")}, and paid in full by ${inFull.join(", ")}.`;
}

function unusualFindings(fact: NotificationFact): ReviewFinding[] {
  if (fact.alertType !== undefined) {
    const evidence = `Notice of type ${fact.alertType} for transaction ${fact.transactionId}: money may have been refunded.`;
    return [{ kind: "refund-notice", dedupeKey: fact.transactionId, evidence }];
  }
  if (hasUnknownCycle(fact) && fact.usedFor === undefined && !reportsOnlyClosing(fact))
    return [{ kind: "unknown-cycle", dedupeKey: fact.transactionId, evidence: unknownCycleEvidence(fact) }];
  if (fact.returncode !== "00" && fact.returncode !== "2") {
    const evidence = `Transaction ${fact.transactionId} has the code ${fact.returncode}, which the protocol does not define.`;
    return [{ kind: "unknown-code", dedupeKey: `${fact.transactionId}/${fact.returncode}`, evidence }];
  }
  return [];
}

/** A refund that the gateway named is on record, and needs no such finding. */
function refundedByInquiry(fact: InquiryFact, facts: readonly Fact[]): readonly ReviewFinding[] {
  if (fact.state !== "refunded" || refundSuccessesOf(facts).length > 0) return [];
  const evidence = `The gateway answered a query that transaction ${fact.transactionId || "(no ID)"} was refunded.`;
  return [{ kind: "refund-notice", dedupeKey: fact.transactionId, evidence }];
}

function weakerRuleFinding({ transactionId, rule, unsigned = [] }: NotificationFact): ReviewFinding {
  const open = unsigned.length === 0 ? "" : ` Not signed: ${unsigned.join(", ")}.`;
  const evidence = `The notification of transaction ${transactionId} verifies by the rule ${rule} only. Earlier ones of this merchant signed more.${open}`;
  return { kind: "weaker-signature", dedupeKey: transactionId, evidence };
}

function unknownCycleEvidence(fact: NotificationFact): string {
  const { transactionId, periodCount, reportedAttemptId, gatewaySubscriptionId } = fact;
  if (reportedAttemptId === undefined)
    return `Transaction ${transactionId} names the cycle ${periodCount}, which is not the number of a cycle.`;
  const named = periodCount === undefined ? "no cycle" : `the cycle ${periodCount}`;
  const whose = gatewaySubscriptionId === undefined ? " and no gateway subscription ID" : "";
  return `Transaction ${transactionId} came under the gateway order ID ${reportedAttemptId} and names ${named}${whose}: its cycle is unknown.`;
}
