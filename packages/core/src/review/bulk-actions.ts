import { z } from "zod";
import { invalidOperatorAction, invalidOperatorActionError } from "../apply/operator-action-errors.ts";
import type { EngineContext } from "../engine-context.ts";
import { type ErrorCode, isPayIndexError, readInput } from "../errors.ts";
import type { Operator } from "../payment/operator.ts";
import { noteInputSchema } from "./operator-input.ts";
import { resolutionErrorText } from "./resolution-error-text.ts";
import { resolveReviewItem } from "./resolve-item.ts";
import { type RetryResult, retryReviewItem } from "./retry-item.ts";

/** The highest number of review items in one request. */
export const bulkLimit = 100;

/** One operator action for several review items. A refund has its own amount and reference, so record each refund separately. */
export interface BulkResolutionRequest {
  readonly reviewItems: readonly { readonly attemptId: string; readonly reviewItemId: string }[];
  readonly action: "accept" | "dismiss";
  readonly operator: Operator;
  readonly note: string;
}

/** The result for one review item. `problem`: why the item is still open. */
export interface BulkResolutionResult {
  readonly reviewItemId: string;
  readonly problem?: string;
}

/**
 * Records the same action for each item. An item that refuses it stays open and does not stop the others.
 *
 * @throws PayIndexError `resolution_invalid` (no item, more than 100, another action, no note), `store_unavailable`
 */
export async function resolveReviewItems(
  engine: EngineContext,
  bulk: BulkResolutionRequest,
): Promise<readonly BulkResolutionResult[]> {
  const { reviewItems, action, operator, note } = Object(bulk) as BulkResolutionRequest;
  checkItemCount(reviewItems);
  if (action !== "accept" && action !== "dismiss")
    throw invalidOperatorActionError("action", "must be accept or dismiss");
  readInput(z.object({ note: noteInputSchema() }), { note }, invalidOperatorAction);
  const results: BulkResolutionResult[] = [];
  for (const { attemptId, reviewItemId } of reviewItems) {
    const problem = await resolutionProblem(() =>
      resolveReviewItem(engine, { attemptId, reviewItemId, action, operator, note }),
    );
    results.push(problem === undefined ? { reviewItemId } : { reviewItemId, problem });
  }
  return results;
}

/** Several retries by one operator. */
export interface BulkRetryRequest {
  /** Ids of review items. */
  readonly reviewItemIds: readonly string[];
  readonly operator: Operator;
}

/** The result for one review item. */
export interface BulkRetryResult {
  readonly reviewItemId: string;
  readonly result: RetryResult;
}

/**
 * Retries each item in its order.
 *
 * @throws PayIndexError `resolution_invalid` (no item, more than 100, no valid operator), `store_unavailable`
 */
export async function retryReviewItems(
  engine: EngineContext,
  bulk: BulkRetryRequest,
): Promise<readonly BulkRetryResult[]> {
  const { reviewItemIds, operator } = Object(bulk) as BulkRetryRequest;
  checkItemCount(reviewItemIds);
  const results: BulkRetryResult[] = [];
  for (const reviewItemId of reviewItemIds)
    results.push({ reviewItemId, result: await retryReviewItem(engine, reviewItemId, { operator }) });
  return results;
}

function checkItemCount(items: unknown): void {
  if (Array.isArray(items) && items.length > 0 && items.length <= bulkLimit) return;
  throw invalidOperatorActionError("reviewItems", `must be a list of 1 to ${bulkLimit} review items`);
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  "resolution_invalid",
  "review_item_outdated",
  "attempt_unknown",
]);

async function resolutionProblem(resolve: () => Promise<void>): Promise<string | undefined> {
  try {
    await resolve();
    return undefined;
  } catch (error) {
    if (isPayIndexError(error) && refusals.has(error.code)) return resolutionErrorText(error);
    throw error;
  }
}
