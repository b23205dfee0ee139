import type { Engine } from "../engine.ts";
import { isPayIndexError, PayIndexError } from "../errors.ts";
import { runJobs } from "../jobs/run-job.ts";
import type { Attempt } from "../payment/attempt.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { type QueryResult, queryAttempt, requireQueryOperation } from "../query/query-attempt.ts";
import { bulkLimit } from "./bulk-actions.ts";
import { requireAttempt, unknownAttempt } from "./require-attempt.ts";

/** What staff ask the gateway about. */
export interface QueryRequest {
  /** The gateway order ID. */
  readonly attemptId: string;
}

/** Several attempts that staff ask the gateway about. */
export interface BulkQuery {
  /** Gateway order IDs, at most 100. */
  readonly attemptIds: readonly string[];
}

/** The answer about one attempt. `problem`: why nobody asked, in English. */
export type BulkQueryResult =
  | { readonly attemptId: string; readonly result: QueryResult }
  | { readonly attemptId: string; readonly problem: string };

/** Asks the gateway about one attempt; the contract is at `Gateway.query`. */
export async function query<Tx>(engine: Engine<Tx>, request: QueryRequest): Promise<QueryResult> {
  const { attemptId } = Object(request) as QueryRequest;
  const attempt = await requireAttempt(engine, attemptId);
  return queryAttempt(engine, attempt, { isUrgent: true, runJobs: (claimed) => runJobs(engine, claimed) });
}

/** Asks the gateway about several attempts; the contract is at `Gateway.queryAttempts`. */
export async function queryAttempts<Tx>(
  engine: Engine<Tx>,
  request: BulkQuery,
): Promise<readonly BulkQueryResult[]> {
  requireQueryOperation(engine);
  const { attemptIds } = Object(request) as BulkQuery;
  if (!Array.isArray(attemptIds) || attemptIds.length === 0 || attemptIds.length > bulkLimit) {
    const problem = { path: "attemptIds", message: `must be a list of 1 to ${bulkLimit} gateway order IDs` };
    throw new PayIndexError("query_invalid", "Nobody was asked.", { problems: [problem] });
  }
  const known = await engine.store.findAttempts([...new Set(attemptIds.filter(isAttemptId))]);
  const byId = new Map(known.map((attempt) => [attempt.attemptId, attempt]));
  return Promise.all(
    attemptIds.map(async (attemptId) => ({
      attemptId,
      ...(await askOrExplain(engine, byId.get(attemptId))),
    })),
  );
}

type Explained = { readonly result: QueryResult } | { readonly problem: string };

async function askOrExplain<Tx>(engine: Engine<Tx>, attempt: Attempt | undefined): Promise<Explained> {
  if (attempt === undefined) return { problem: unknownAttempt().message };
  try {
    return {
      result: await queryAttempt(engine, attempt, { runJobs: (claimed) => runJobs(engine, claimed) }),
    };
  } catch (error) {
    if (isPayIndexError(error, "merchant_missing")) return { problem: error.message };
    throw error;
  }
}
