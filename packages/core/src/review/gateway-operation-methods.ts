import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { requireOperationOption } from "../options/settings.ts";
import type { Attempt } from "../payment/attempt.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { type QueryResult, queryAndApply } from "../query/query-and-apply.ts";
import { missingMerchantError } from "../verification/verify-received-notification.ts";
import { bulkLimit } from "./bulk-actions.ts";
import { requireAttempt } from "./operator-input.ts";
import type { ReconciledAttempt, ReconcileRequest } from "./reconcile.ts";
import type { GatewayRefundRequest, GatewayRefundResult } from "./refund-through-gateway.ts";

/** The functions of a gateway that call the gateway besides the sale. Each needs its option in `operations`. */
export interface GatewayOperationMethods {
  /**
   * Asks the gateway about one attempt now, and applies what it reports: the answer may pay the attempt, and never takes a payment back
   * (QRY-FACT). Needs the option `operations.query`, because the specification has no such call.
   *
   * @throws PayIndexError `operation_disabled`, `attempt_unknown`, `merchant_missing`, `merchants_unavailable`, `store_unavailable`
   */
  query(request: QueryRequest): Promise<QueryResult>;
  /**
   * Asks the gateway about several attempts, at most 100, within the limits of the option `operations.query`. Returns the
   * result of each, in their order: one that nobody can ask about does not stop the others. A single attempt is asked about at once.
   *
   * @throws PayIndexError `query_invalid` (no attempt, more than 100, one twice), `operation_disabled`, `merchants_unavailable`, `store_unavailable`
   */
  queryAttempts(request: BulkQueryRequest): Promise<readonly BulkQueryResult[]>;
  /**
   * Asks the gateway about every attempt that started in a period, the newest first, and applies what it reports, like `queryAttempts`.
   * Returns each attempt once it was asked about, so that the run needs little memory and can be stopped at any time with `signal`: pass
   * the last `attemptId` as `after` to continue. A gateway that does not answer is left alone for a minute; after three such minutes the run ends.
   *
   * @throws PayIndexError at the first step: `query_invalid`, `operation_disabled`, `attempt_unknown` (`after`); at any step:
   *   `gateway_silent`, `merchants_unavailable`, `store_unavailable`, `gateway_closed`
   */
  reconcile(request: ReconcileRequest): AsyncIterable<ReconciledAttempt>;
  /**
   * Refunds a payment, or a part of it, through the gateway. Commits the refund before it calls the gateway, and calls it once: a refund
   * without a clear answer is never sent again (RFD-ONCE). The refunds of a payment never exceed what was paid, also if several are
   * asked for at the same time (RFD-LIMIT). Needs the options `operations.refund` and `operations.refundQuery`, because the
   * specification has no such call.
   *
   * Repeating the call with the same `idempotencyKey` sends nothing, and returns the state by now. A refund that the gateway refuses is
   * an outcome in `state`, not an error. `accepted` is not the end: `onRefunded` or `onRefundFailed` of the shop hears of it.
   *
   * @throws PayIndexError If it throws, nothing was sent: `operation_disabled`, `refund_invalid` (a field is wrong, the payment is not
   *   paid, or the amount is more than what is left), `merchant_missing`, `merchants_unavailable`, `store_unavailable`, `gateway_closed`
   */
  refund(request: GatewayRefundRequest): Promise<GatewayRefundResult>;
}

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
export async function queryForStaff(engine: EngineContext, request: QueryRequest): Promise<QueryResult> {
  const { attemptId } = Object(request) as QueryRequest;
  const attempt = await requireAttempt(engine, attemptId);
  const result = await ask(engine, attempt, true);
  if (result.outcome !== "not-asked" || result.reason !== "merchant_missing") return result;
  throw missingMerchantError(attempt, "Add it again to ask about this attempt.");
}

/** Asks the gateway about several attempts; the contract is at `Gateway.queryAttempts`. */
export async function queryAttempts(
  engine: EngineContext,
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

async function ask(
  engine: EngineContext,
  attempt: Attempt | undefined,
  isUrgent: boolean,
): Promise<QueryResult> {
  if (attempt === undefined) return { outcome: "not-asked", reason: "attempt_unknown" };
  return queryAndApply(engine, attempt, { isUrgent, runJobs: (claimed) => runLeasedJobs(engine, claimed) });
}
