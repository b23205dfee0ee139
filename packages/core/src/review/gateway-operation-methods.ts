import type { QueryResult } from "../query/query-and-apply.ts";
import type { BulkQueryRequest, BulkQueryResult, QueryRequest } from "./query-for-staff.ts";
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
