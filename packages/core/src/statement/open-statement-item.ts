import type { EngineContext } from "../engine-context.ts";
import { applyAndRunJobs } from "../jobs/run-leased-jobs.ts";
import type { Attempt } from "../payment/attempt.ts";
import { disputeItemCodeByType, disputeItemKey } from "../payment/dispute-fact.ts";
import { jobOrItemId } from "../payment/job.ts";
import { findingProblem } from "../payment/review-item.ts";
import type { ReviewKindsWithRule } from "../payment/review-kinds.ts";
import { amountWithCurrency } from "../protocol/money/money.ts";
import { maskCardNumbers } from "../protocol/sale/card.ts";
import type { StatementDifference } from "./statement.ts";

/** Opens the review item of a difference. Does nothing if it was opened before, also if it is resolved by now. */
export async function openStatementItem(
  engine: EngineContext,
  attempt: Attempt,
  difference: StatementDifference,
): Promise<StatementDifference["reviewItem"]> {
  const { attemptId } = attempt;
  const { cycle } = difference;
  const item = { ...itemKeyOf(difference), cycle };
  const { kind } = item;
  const isKnown = (await engine.store.findReviewItem(jobOrItemId(attemptId, item))) !== undefined;
  if (isKnown) return { kind, isNew: false };
  const problem = findingProblem({ kind, evidence: maskCardNumbers(evidenceOf(difference)) });
  const code = kind === "dispute" ? disputeItemCodeByType.chargeback : problem.code;
  const update = { kind: "statement", attemptId, cycle, item, problem: { ...problem, code } } as const;
  await applyAndRunJobs(engine, attempt, update);
  return { kind, isNew: true };
}

interface ItemKey {
  readonly kind: ReviewKindsWithRule<"scope", "transaction">;
  readonly dedupeKey: string;
}

/** Returns the key of the review item that a message of the gateway about the same would open. */
function itemKeyOf({ kind, finding, reason, transactionId = "", refundId }: StatementDifference): ItemKey {
  if (kind === "chargeback") {
    const dedupeKey = disputeItemKey({ type: "chargeback", transactionId, alertType: "" });
    return { kind: "dispute", dedupeKey };
  }
  const dedupeKey = refundId === undefined ? transactionId : `${transactionId}/${refundId}`;
  if (finding === "missing-there" || reason === "not-paid")
    return { kind: "contradictory-results", dedupeKey };
  if (kind === "refund") return { kind: "refund-notice", dedupeKey };
  if (finding === "missing-here") return { kind: "unknown-cycle", dedupeKey };
  return { kind: reason === "amount" ? "amount-mismatch" : "paid-twice", dedupeKey };
}

function evidenceOf({ kind, finding, transactionId, refundId, ...about }: StatementDifference): string {
  const { amount, recorded, state } = about;
  const ids = [refundId, transactionId && `transaction ${transactionId}`].filter((id) => id !== undefined);
  const what = `a ${kind} (${[...ids, amountWithCurrency(amount)].join(", ")})`;
  if (finding === "missing-there") return `The shop has ${what}. The gateway's statement does not have it.`;
  const ours = recorded === undefined ? "does not have it" : `has ${amountWithCurrency(recorded)}`;
  return `The gateway's statement has ${what}. The shop ${ours}. The state of the attempt is ${state}.`;
}
