import type { CancelResult } from "@pay-index/core";
import { toCancelResultFields } from "@pay-index/core/adapter";

/** The outcome of a cancellation, as both APIs return it. */
export type CancellationView = ReturnType<typeof toCancellationView>;

export function toCancellationView(result: CancelResult) {
  const outcome = toCancelResultFields(result);
  return { ...outcome, outcome: outcome.outcome.toUpperCase() };
}
