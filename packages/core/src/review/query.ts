import type { Engine } from "../engine.ts";
import { PayIndexError } from "../errors.ts";
import { runJobs } from "../jobs/run-job.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { type QueryResult, queryAttempt } from "../query/query-attempt.ts";

/** What staff ask the gateway about. */
export interface QueryRequest {
  /** The gateway order ID. */
  readonly attemptId: string;
}

/** Asks the gateway about one attempt; the contract is at `Gateway.query`. */
export async function query<Tx>(engine: Engine<Tx>, request: QueryRequest): Promise<QueryResult> {
  const { attemptId } = Object(request) as QueryRequest;
  const attempt = isAttemptId(attemptId) ? await engine.store.findAttempt(attemptId) : undefined;
  if (attempt === undefined)
    throw new PayIndexError("attempt_unknown", "No attempt has this gateway order ID.");
  return queryAttempt(engine, attempt, (claimed) => runJobs(engine, claimed));
}
