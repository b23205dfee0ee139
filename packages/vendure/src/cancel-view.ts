import type { CancelResult } from "@pay-index/core";
import { toCancelOutcome } from "@pay-index/core/adapter";

/** The outcome of a cancellation, as both APIs return it. */
export type CancelView = ReturnType<typeof toCancelView>;

export function toCancelView(result: CancelResult) {
  const outcome = toCancelOutcome(result);
  return { ...outcome, outcome: outcome.outcome.toUpperCase() };
}
