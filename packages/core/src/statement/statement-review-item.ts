import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import type { Attempt } from "../payment/attempt.ts";
import { disputeItemCodeByType, disputeItemKey } from "../payment/dispute-fact.ts";
import { jobOrItemId } from "../payment/job.ts";
import { findingProblem } from "../payment/review-item.ts";
import type { ReviewKindsWithRule } from "../payment/review-kinds.ts";
import { type Money, toAmountText } from "../protocol/money/money.ts";
import { maskCardNumbers } from "../protocol/sale/card.ts";
import type { StatementDifference } from "./statement.ts";

type Details = Omit<StatementDifference, "reviewItem">;

/** The review item about a difference: the same one that a message of the gateway about it would open. */
interface ItemKey {
  readonly kind: ReviewKindsWithRule<"scope", "transaction">;
  readonly dedupeKey: string;
  readonly cycle: number | undefined;
}

function itemKeyOf({ kind, finding, reason, transactionId = "", refundId, cycle }: Details): ItemKey {
  if (kind === "chargeback") {
    const dedupeKey = disputeItemKey({ type: "chargeback", transactionId, alertType: "" });
    return { kind: "dispute", dedupeKey, cycle };
  }
  if (kind === "refund" && finding !== "missing-there") {
    const dedupeKey = refundId === undefined ? transactionId : `${transactionId}/${refundId}`;
    return { kind: "refund-notice", dedupeKey, cycle };
  }
  if (reason === "amount") return { kind: "amount-mismatch", dedupeKey: transactionId, cycle };
  if (reason === "transaction") return { kind: "paid-twice", dedupeKey: transactionId, cycle };
  if (finding === "missing-here") return { kind: "unknown-cycle", dedupeKey: transactionId, cycle };
  return { kind: "contradictory-results", dedupeKey: refundId ?? transactionId, cycle };
}

/** Opens the review item of a difference. Does nothing if it was opened before, also if it is resolved by now. */
export async function openStatementItem<Tx>(
  engine: EngineContext<Tx>,
  attempt: Attempt,
  difference: Details,
): Promise<StatementDifference["reviewItem"]> {
  const { attemptId } = attempt;
  const item = itemKeyOf(difference);
  const { kind, cycle } = item;
  if ((await engine.store.findReviewItem(jobOrItemId(attemptId, item))) !== undefined)
    return { kind, isNew: false };
  const evidence = maskCardNumbers(evidenceOf(difference));
  const problem =
    kind === "dispute"
      ? { code: disputeItemCodeByType.chargeback, message: evidence }
      : findingProblem({ kind, evidence });
  const update = { kind: "statement", attemptId, cycle, item, problem } as const;
  await runLeasedJobs(engine, await applyFacts(engine, attempt, { updates: [update] }));
  return { kind, isNew: true };
}

function evidenceOf({ kind, finding, reason, transactionId, refundId, ...about }: Details): string {
  const { reported, recorded, state } = about;
  const ids = [
    refundId === undefined ? "" : ` ${refundId}`,
    transactionId === undefined ? "" : ` of transaction ${transactionId}`,
  ].join("");
  if (finding === "missing-there")
    return `The shop has a ${kind}${ids} of ${amountText(recorded)}, and the gateway's statement does not have it.`;
  const row = `The gateway's statement has a ${kind}${ids} of ${amountText(reported)}.`;
  switch (reason) {
    case "amount":
      return `${row} The shop has ${amountText(recorded)}.`;
    case "not-paid":
      return `${row} In the shop, this attempt is not paid: its state is ${state}.`;
    case "transaction":
      return `${row} In the shop, another transaction paid this attempt.`;
    case "merchant":
    case "unknown":
    case "row":
      return `${row} The shop does not have it.`;
  }
}

function amountText(amount: Money | undefined): string {
  return amount === undefined ? "an unknown amount" : `${toAmountText(amount)} ${amount.currency}`;
}
