import type { Attempt } from "../payment/attempt.ts";
import { type DisputeFact, disputeItemCodeByType, disputeItemKey } from "../payment/dispute-fact.ts";
import type { JobProblem } from "../payment/job.ts";
import type { JobChanges } from "./job-changes.ts";
import type { ReviewItemChanges } from "./review-item-changes.ts";

/** A new message of the dispute webhook, with the attempt or the later cycle that its transaction paid. */
interface ReportedDispute {
  readonly attempt: Attempt;
  readonly cycle: number | undefined;
  readonly fact: DisputeFact;
}

/** Opens the review item of a dispute, and adds the job that reports it to the shop (DSP-ITEM). Changes no state. */
export function openDisputeItem(
  { attempt, cycle, fact }: ReportedDispute,
  { jobs, items }: { readonly jobs: JobChanges; readonly items: ReviewItemChanges },
): void {
  items.open(
    attempt,
    { kind: "dispute", cycle, dedupeKey: disputeItemKey(fact) },
    { problem: disputeProblem(fact) },
  );
  jobs.addClaimed(attempt, { kind: "report-dispute", cycle, dedupeKey: fact.id });
}

/** Returns what the gateway reported. The code names the type, and the texts for staff say what to do about it. */
function disputeProblem(fact: DisputeFact): JobProblem {
  const { type, transactionId, alertType, alertStatus = "", refundAmount = "", refundId = "" } = fact;
  const reported = [
    ...(type === "unrecognized" ? [`type ${quote(alertType)}`] : []),
    `transaction ${transactionId}`,
    `status ${quote(alertStatus)}`,
    `amount ${quote(refundAmount)}`,
    ...(type === "refund" ? [`refund ID ${quote(refundId)}`] : []),
  ];
  return { code: disputeItemCodeByType[type], message: `The gateway reported: ${reported.join(", ")}.` };
}

function quote(text: string): string {
  return `“${text}”`;
}
