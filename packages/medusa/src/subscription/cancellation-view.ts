import type { CancelResult } from "@pay-index/core";
import { toCancelResultFields } from "@pay-index/core/adapter";
import type { CancellationResult } from "../storefront/index.ts";

/** Returns the outcome of a cancellation, as the routes for staff and for buyers send it. */
export function toCancellationView(result: CancelResult): CancellationResult {
  const { closedAt, ...outcome } = toCancelResultFields(result);
  return { ...outcome, closed_at: closedAt };
}
