import { isPayIndexError } from "../errors.ts";
import type { Operator } from "../payment/operator.ts";
import { refusalText } from "../staff/refusal.ts";
import type { Ledger } from "./context.ts";
import { decide } from "./decide.ts";
import { invalidDecision } from "./invalid-decision.ts";
import { type RetryResult, retry } from "./retry.ts";

/** How many review items one request may resolve. */
export const bulkLimit = 100;

/** One decision about several review items. Each refund has an amount and a reference of its own, so it is recorded by itself. */
export interface BulkDecision {
  readonly items: readonly { readonly orderNumber: string; readonly item: string }[];
  readonly action: "accepted" | "closed";
  readonly operator: Operator;
  readonly note: string;
}

/** What became of one of them. `problem`: why it is still open. */
export interface BulkDecided {
  readonly item: string;
  readonly problem?: string;
}

/**
 * Records the same decision for each item. An item that refuses it stays open and does not stop the others.
 *
 * @throws PayIndexError `decision_invalid` (no item, more than 100, another action), `store_unavailable`
 */
export async function decideEach<Tx>(
  ledger: Ledger<Tx>,
  bulk: BulkDecision,
): Promise<readonly BulkDecided[]> {
  const { items, action, operator, note } = Object(bulk) as BulkDecision;
  checkCount(items);
  if (action !== "accepted" && action !== "closed")
    throw invalidDecision({ path: "action", message: "must be accepted or closed" });
  const decided: BulkDecided[] = [];
  for (const { orderNumber, item } of items) {
    const problem = await problemOf(() => decide(ledger, { orderNumber, item, action, operator, note }));
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

export interface BulkRetried {
  readonly item: string;
  readonly result: RetryResult;
}

/**
 * Retries each item, one after the other.
 *
 * @throws PayIndexError `decision_invalid` (no item, more than 100, no valid operator), `store_unavailable`
 */
export async function workEach<Tx>(ledger: Ledger<Tx>, bulk: BulkRetry): Promise<readonly BulkRetried[]> {
  const { items, operator } = Object(bulk) as BulkRetry;
  checkCount(items);
  const retried: BulkRetried[] = [];
  for (const item of items) retried.push({ item, result: await retry(ledger, item, { operator }) });
  return retried;
}

function checkCount(items: unknown): void {
  if (Array.isArray(items) && items.length > 0 && items.length <= bulkLimit) return;
  throw invalidDecision({ path: "items", message: `must be a list of 1 to ${bulkLimit} review items` });
}

async function problemOf(decided: () => Promise<void>): Promise<string | undefined> {
  try {
    await decided();
    return undefined;
  } catch (error) {
    if (isPayIndexError(error, "decision_invalid") || isPayIndexError(error, "payment_unknown"))
      return refusalText(error);
    throw error;
  }
}
