import type { DisputeFact } from "../payment/dispute-fact.ts";
import { createTimelinePhrase, type TimelinePhrase } from "./timeline-phrases.ts";

/** Returns the phrase of a timeline about a message of the dispute webhook. */
export function disputePhrase({
  type,
  transactionId,
  alertType,
  alertStatus = "",
}: DisputeFact): TimelinePhrase {
  const about = { transaction: transactionId, status: alertStatus };
  return createTimelinePhrase(
    `dispute-${type}`,
    type === "unrecognized" ? { ...about, type: alertType } : about,
  );
}
