import {
  type ClassifiedFacts,
  classifyFacts,
  dismissesWholeCharge,
  type ExpectedAmounts,
  freesWholeAttempt,
  isAcceptance,
  isReviewedTransactionRefund,
  reportsOnlyClosing,
} from "./classify-facts.ts";
import type { Fact, PaymentReport, ResponseFact } from "./fact.ts";
import { type ReviewFinding, reviewFindingsOf } from "./review-findings.ts";

/** The states in the order that decides the state of a payment: the first one that an attempt of the payment has. */
export const statesBestFirst = [
  "paid",
  "review",
  "approved",
  "pending",
  "created",
  "refunded",
  "failed",
  "closed",
] as const;

/**
 * The state of an attempt, derived from all its facts (ENG-STATE).
 *
 * - `paid`: the gateway reported the payment, or an operator accepted it on proof. No later report changes this.
 * - `closed`: an operator dismissed it
 * - `refunded`: an operator recorded its refund, and no order was placed for it (ENG-FREE)
 * - `review`: the amount or the reports do not fit. A person has to resolve it.
 * - `failed`: the payment failed, and the buyer can try again
 * - `approved`: the gateway approved the charge in its response, and the notification has not arrived
 * - `pending`: the buyer has not finished, or the outcome is not known
 * - `created`: committed, and no response of the gateway is recorded
 */
export type AttemptState = (typeof statesBestFirst)[number];

/** Returns whether an attempt in this state decides about all other attempts of its payment, however old it is. */
export function decidesAboutOtherAttempts(state: AttemptState): boolean {
  return state === "paid" || state === "review" || state === "approved";
}

/** Returns whether the outcome of an attempt in this state is known. */
export function hasResult(state: AttemptState): boolean {
  return state !== "created" && state !== "pending" && state !== "approved";
}

/**
 * Returns the state and the findings of all facts. Depends on the set of facts, not on their order or number. Later facts remove no
 * finding.
 *
 * @param ofOthers transactions that paid another cycle, so that they are not counted as further payments of this one (CYC-TRANSACTION)
 */
export function deriveAttemptState(
  terms: ExpectedAmounts,
  facts: readonly Fact[],
  ofOthers?: ReadonlySet<string>,
): { readonly state: AttemptState; readonly findings: readonly ReviewFinding[] } {
  const classified = classifyFacts(terms, facts);
  return { state: stateOfFacts(classified), findings: reviewFindingsOf(classified, ofOthers) };
}

function stateOfFacts(classified: ClassifiedFacts): AttemptState {
  const { facts, matching, failures, answer } = classified;
  const ends = facts.filter(freesWholeAttempt);
  if (ends.length > 0) return ends.some(({ action }) => action === "record-refund") ? "refunded" : "closed";
  if (matching.length > 0 || answer?.pays === true || facts.some(isAcceptance)) return "paid";
  if (facts.some(dismissesWholeCharge)) return "closed";
  if (isUnderReview(classified)) return isRefundedUnderReview(classified) ? "refunded" : "review";
  if (answer?.outcome === "approved") return "approved";
  if (failures.length > 0 || answer?.outcome === "declined") return "failed";
  if (answer === undefined) return "created";
  return answer.outcome === "rejected" && countsAsRefusal(answer, facts) ? "failed" : "pending";
}

/** Returns whether a refusal ends the attempt: at once, or after the gateway was asked about it (RES-DUPLICATE, RES-UNCLEAR). */
function countsAsRefusal({ duplicate, unclear }: ResponseFact, facts: readonly Fact[]): boolean {
  return (duplicate !== true && unclear !== true) || facts.some(({ source }) => source === "refusal-upheld");
}

/** Returns whether a report does not fit. Call it only if nothing paid the attempt. */
function isUnderReview({ mismatching, reused, unproven, failures, answer }: ClassifiedFacts): boolean {
  if (mismatching.length + reused.length + unproven.length > 0) return true;
  return answer?.outcome === "approved" && !failures.every(reportsOnlyClosing);
}

/** Returns whether an operator recorded the refund of every transaction under review (ENG-FREE). */
function isRefundedUnderReview({ facts, mismatching, reused, unproven }: ClassifiedFacts): boolean {
  const refunds = facts.filter(isReviewedTransactionRefund);
  const refunded = new Set(refunds.flatMap(({ transactions = [] }) => transactions));
  const isBack = ({ transactionId }: PaymentReport) => refunded.has(transactionId);
  return refunds.length > 0 && [...mismatching, ...reused, ...unproven].every(isBack);
}
