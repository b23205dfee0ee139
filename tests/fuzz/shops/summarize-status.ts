import type { PaymentStatus } from "@pay-index/core";
import type { StatusSummary } from "./fuzzed-shop.ts";

/** What staff see of a reference, without the buyer's own address. */
export function summarizeStatus(status: PaymentStatus): StatusSummary {
  return {
    state: status.state,
    attempts: new Map(status.attempts.map(({ attemptId, state }) => [attemptId, state])),
    items: status.reviewItems.length,
    itemKinds: status.reviewItems.map(({ kind }) => kind),
    text: JSON.stringify(status, (name, value) => (name === "statusUrl" ? undefined : value)),
  };
}
