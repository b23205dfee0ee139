import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { requireOperationOption } from "../options/require-operation-option.ts";
import type { Attempt } from "../payment/attempt.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { type QueryResult, queryAndApply } from "../query/query-and-apply.ts";
import { missingMerchantError } from "../verification/verify-received-notification.ts";
import { bulkLimit } from "./bulk-actions.ts";
import { requireAttempt } from "./require-attempt.ts";

/** What staff ask the gateway about. */
export interface QueryRequest {
  /** The gateway order ID. */
  readonly attemptId: string;
}

/** Several attempts that staff ask the gateway about. */
export interface BulkQueryRequest {
  /** Gateway order IDs: at least one, at most 100, each once. */
  readonly attemptIds: readonly string[];
}

/** The answer about one attempt. */
export type BulkQueryResult = { readonly attemptId: string } & QueryResult;

/** Asks the gateway about one attempt; the contract is at `Gateway.query`. */
export async function queryForStaff<Tx>(
  engine: EngineContext<Tx>,
  request: QueryRequest,
): Promise<QueryResult> {
  const { attemptId } = Object(request) as QueryRequest;
  const attempt = await requireAttempt(engine, attemptId);
  const result = await ask(engine, attempt, true);
  if (result.outcome !== "not-asked" || result.reason !== "merchant_missing") return result;
  throw missingMerchantError(attempt, "Add it again to ask about this attempt.");
}

/** Asks the gateway about several attempts; the contract is at `Gateway.queryAttempts`. */
export async function queryAttempts<Tx>(
  engine: EngineContext<Tx>,
  request: BulkQueryRequest,
): Promise<readonly BulkQueryResult[]> {
  requireOperationOption(engine, "query");
  const attemptIds = readAttemptIds(request);
  const known = await engine.store.findAttempts(attemptIds.filter(isAttemptId));
  const byId = new Map(known.map((attempt) => [attempt.attemptId, attempt]));
  // A person who asks about one attempt waits for the answer.
  const isUrgent = attemptIds.length === 1;
  const asked = attemptIds.map(async (attemptId) => ({
    attemptId,
    ...(await ask(engine, byId.get(attemptId), isUrgent)),
  }));
  // If one fails, the others have ended before the caller gets the error.
  await Promise.allSettled(asked);
  return Promise.all(asked);
}

function readAttemptIds(request: BulkQueryRequest): readonly string[] {
  const { attemptIds } = Object(request) as BulkQueryRequest;
  const isList = Array.isArray(attemptIds) && attemptIds.length > 0 && attemptIds.length <= bulkLimit;
  if (isList && new Set(attemptIds).size === attemptIds.length) return attemptIds;
  const message = `must be a list of 1 to ${bulkLimit} different gateway order IDs`;
  throw new PayIndexError("query_invalid", "No query was sent.", {
    problems: [{ path: "attemptIds", message }],
  });
}

async function ask<Tx>(
  engine: EngineContext<Tx>,
  attempt: Attempt | undefined,
  isUrgent: boolean,
): Promise<QueryResult> {
  if (attempt === undefined) return { outcome: "not-asked", reason: "attempt_unknown" };
  return queryAndApply(engine, attempt, { isUrgent, runJobs: (claimed) => runLeasedJobs(engine, claimed) });
}
