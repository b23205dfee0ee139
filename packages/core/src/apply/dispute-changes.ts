import type { Attempt } from "../payment/attempt.ts";
import { type DisputeFact, disputeItemKey } from "../payment/dispute-fact.ts";
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
export function openDispute(
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

/** Returns what the gateway reported, and what staff have to do. The code names the type. */
function disputeProblem(fact: DisputeFact): JobProblem {
  const { transactionId, alertType, alertStatus = "", refundAmount = "", refundId = "" } = fact;
  const message = (...sentences: string[]) => sentences.join(" ");
  const reported = `Reported: transaction ${transactionId}, status ${quote(alertStatus)}, amount ${quote(refundAmount)}.`;
  switch (fact.type) {
    case "chargeback":
      return {
        code: "chargeback",
        message: message(
          "The buyer's bank takes the money back.",
          reported,
          "Do not ship. Answer the chargeback at the gateway. If the money is lost, record it as a refund. If you win, dismiss this item.",
        ),
      };
    case "ethoca-alert":
      return {
        code: "ethoca_alert",
        message: message(
          "The buyer complained to the bank. A chargeback can follow.",
          reported,
          "Do not ship. Refund the payment at the gateway to prevent the chargeback, then record the refund. Or dismiss this item.",
        ),
      };
    case "rdr-alert":
      return {
        code: "rdr_alert",
        message: message(
          "The buyer complained to the bank, and the rules of your account can refund the payment automatically.",
          reported,
          "Do not ship. Look up the transaction at the gateway. If it was refunded, record the refund. Otherwise dismiss this item.",
        ),
      };
    case "refund":
      return {
        code: "refund_report_unclear",
        message: message(
          "The gateway reported a refund that could not be recorded automatically.",
          `${reported} Refund ID ${quote(refundId)}.`,
          "Look up the refund at the gateway. If the money went back, record the refund. Otherwise dismiss this item.",
        ),
      };
    case "unrecognized":
      return {
        code: "unrecognized_dispute",
        message: message(
          `The gateway reported something of the unknown type ${quote(alertType)}.`,
          reported,
          "Ask the gateway what it means. If money went back, record the refund. Otherwise dismiss this item.",
        ),
      };
  }
}

function quote(text: string): string {
  return `“${text}”`;
}
