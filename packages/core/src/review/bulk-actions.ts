import { invalidOperatorAction } from "../apply/invalid-operator-action.ts";
import type { Engine } from "../engine.ts";
import { isPayIndexError } from "../errors.ts";
import type { Operator } from "../payment/operator.ts";
import { resolutionErrorText } from "./resolution-errors.ts";
import { resolveReviewItem } from "./resolve-item.ts";
import { type RetryResult, retryReviewItem } from "./retry-item.ts";

/** The highest number of review items in one request. */
export const bulkLimit = 100;

/** One operator action for several review items. A refund has its own amount and reference, so record each refund separately. */
export interface BulkResolution {
  readonly items: readonly { readonly orderNumber: string; readonly item: string }[];
  readonly action: "accepted" | "closed";
  readonly operator: Operator;
  readonly note: string;
}

/** The result for one review item. `problem`: why the item is still open. */
export interface BulkResolutionResult {
  readonly item: string;
  readonly problem?: string;
}

/**
 * Records the same decision for each item. An item that refuses it stays open and does not stop the others.
 *
 * @throws PayIndexError `decision_invalid` (no item, more than 100, another action), `store_unavailable`
 */
export async function resolveReviewItems<Tx>(
  ledger: Engine<Tx>,
  bulk: BulkResolution,
): Promise<readonly BulkResolutionResult[]> {
  const { items, action, operator, note } = Object(bulk) as BulkResolution;
  checkItemCount(items);
  if (action !== "accepted" && action !== "closed")
    throw invalidOperatorAction({ path: "action", message: "must be accepted or closed" });
  const decided: BulkResolutionResult[] = [];
  for (const { orderNumber, item } of items) {
    const problem = await resolutionProblem(() =>
      resolveReviewItem(ledger, { orderNumber, item, action, operator, note }),
    );
    decided.push(problem === undefined ? { item } : { item, problem });
  }
  return decided;
}

/** Several retries by one operator. */
export interface BulkRetry {
  /** Ids of review items. */
  readonly items: readonly string[];
  readonly operator: Operator;
}

/** The result for one review item. */
export interface BulkRetryResult {
  readonly item: string;
  readonly result: RetryResult;
}

/**
 * Retries each item, one after the other.
 *
 * @throws PayIndexError `decision_invalid` (no item, more than 100, no valid operator), `store_unavailable`
 */
export async function retryReviewItems<Tx>(
  ledger: Engine<Tx>,
  bulk: BulkRetry,
): Promise<readonly BulkRetryResult[]> {
  const { items, operator } = Object(bulk) as BulkRetry;
  checkItemCount(items);
  const retried: BulkRetryResult[] = [];
  for (const item of items) retried.push({ item, result: await retryReviewItem(ledger, item, { operator }) });
  return retried;
}

function checkItemCount(items: unknown): void {
  if (Array.isArray(items) && items.length > 0 && items.length <= bulkLimit) return;
  throw invalidOperatorAction({ path: "items", message: `must be a list of 1 to ${bulkLimit} review items` });
}

async function resolutionProblem(decided: () => Promise<void>): Promise<string | undefined> {
  try {
    await decided();
    return undefined;
  } catch (error) {
    if (isPayIndexError(error, "decision_invalid") || isPayIndexError(error, "payment_unknown"))
      return resolutionErrorText(error);
    throw error;
  }
}
