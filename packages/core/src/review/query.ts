import type { Engine } from "../engine.ts";
import { runJobs } from "../jobs/run-job.ts";
import { type QueryResult, queryAttempt } from "../query/query-attempt.ts";
import { requireAttempt } from "./require-attempt.ts";

/** What staff ask the gateway about. */
export interface QueryRequest {
  /** The gateway order ID. */
  readonly attemptId: string;
}

/** Asks the gateway about one attempt; the contract is at `Gateway.query`. */
export async function query<Tx>(engine: Engine<Tx>, request: QueryRequest): Promise<QueryResult> {
  const { attemptId } = Object(request) as QueryRequest;
  const attempt = await requireAttempt(engine, attemptId);
  return queryAttempt(engine, attempt, (claimed) => runJobs(engine, claimed));
}
