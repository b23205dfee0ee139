import type { HostDatabaseAndSchedule } from "./events/pay-index-event.ts";
import type { DisputeMethods } from "./inbox/receive-dispute.ts";
import type { NotificationRequest } from "./inbox/receive-notification.ts";
import type { SweepResult } from "./jobs/sweep.ts";
import type { RequestLimit } from "./limits/request-rate-limits.ts";
import type { SealInput } from "./links/url-tokens.ts";
import type { AttemptState } from "./payment/attempt-state.ts";
import type { ReviewItem } from "./payment/review-item.ts";
import type { ReturnHint } from "./protocol/buyer-return.ts";
import type { Money } from "./protocol/money/money.ts";
import type { HttpReply } from "./protocol/notification/notification-refusal.ts";
import type { Sale } from "./protocol/sale/sale.ts";
import type { RefusedNotification } from "./refusal-event-limiter.ts";
import type { StaffRefundRequest } from "./review/ask-staff-to-refund.ts";
import type {
  BulkResolutionRequest,
  BulkResolutionResult,
  BulkRetryRequest,
  BulkRetryResult,
} from "./review/bulk-actions.ts";
import type { CancelSubscriptionMethods } from "./review/cancel-subscription.ts";
import type { StoredPaymentMethods } from "./review/forget-payment.ts";
import type { GatewayOperationMethods } from "./review/gateway-operation-methods.ts";
import type { ReviewResolutionRequest } from "./review/resolve-item.ts";
import type { RetryRequest, RetryResult } from "./review/retry-item.ts";
import type { PaymentLinkMethods } from "./start/payment-links.ts";
import type { StartedAttempt } from "./start/started-attempt.ts";
import type { StatementMethods } from "./statement/compare-statement.ts";
import type { AttemptTokenRequest, BuyerStatus } from "./status/buyer-status.ts";
import type { ExportMethods } from "./status/export-records.ts";
import type { PaidOrderPage, PaidOrderPageRequest } from "./status/find-paid-order-page.ts";
import type { Capabilities } from "./status/gateway-capabilities.ts";
import type { PaymentStatus } from "./status/payment-status.ts";
import type { StaffOverviewMethods } from "./status/search-attempts.ts";
import type { RotateSecretOptions } from "./store/installation-secrets.ts";

/** The answer to a buyer's return: the status of the attempt, and where to send the browser. */
export interface BuyerReturnAnswer extends BuyerStatus {
  /** The result that the browser reports. It is not signed, so it proves nothing. */
  readonly hint: ReturnHint;
  /** The address of the waiting page. Redirect the browser to it. */
  readonly waitUrl: string;
}

/** The payment engine that adapters use. Every function can be called from any number of processes at a time. */
export interface Gateway
  extends GatewayOperationMethods,
    StaffOverviewMethods,
    ExportMethods,
    StatementMethods,
    DisputeMethods,
    CancelSubscriptionMethods,
    StoredPaymentMethods,
    PaymentLinkMethods {
  /**
   * Emits the event `ready`. An adapter calls it once, when the host's log and the store are available. With a dispute webhook, the event
   * follows a read of the store.
   */
  reportReady(host: HostDatabaseAndSchedule): void;
  /** Returns what the payments of this shop can do, and for the rest how to do it by hand. The same for all tenants. */
  capabilities(): Capabilities;
  /**
   * Submits a sale to the gateway, and returns where to send the buyer. Commits the attempt before it calls the gateway
   * (ENG-START).
   *
   * Repeating the call is safe. Core answers from an earlier attempt of the reference (`reused: true`) and sends nothing if
   *
   * - an attempt is `paid`, `review` or `approved`
   * - a direct charge (`card`, `subscription`) has no known outcome and is younger than the option `unknownHold`
   * - the same sale is being submitted, or has an open payment page that is younger than the option `reuseFor`
   *
   * Otherwise, each call submits a new attempt. A gateway that declines the sale, does not answer, or answers nonsense is
   * an outcome in `state`, not an error.
   *
   * @throws PayIndexError If it throws, nothing was sent to the gateway and the buyer was not charged by this call.
   *   - `sale_invalid`, `merchant_missing`, `raw_cards_refused`: nothing was created. Change the sale or the options;
   *     repeating the same call fails again.
   *   - `amount_below_minimum`: nothing was created (MON-MINIMUM). Tell the buyer `minimum`, the smallest amount.
   *   - `too_many_attempts`: nothing was created (ENG-LIMIT). Repeat the call after `retryAt`.
   *   - `store_unavailable`, `merchants_unavailable`: repeat the call with the same sale.
   *   - `record_unreadable`: a newer version of this package wrote a record of the payment. Update this process.
   *   - `gateway_closed`: this process is stopping. Repeat the call in another process.
   */
  start(sale: Sale): Promise<StartedAttempt>;
  /**
   * Stores a notification, applies it, and returns the HTTP reply. Never throws.
   *
   * Replies `OK` only after the evidence is durable (ENG-COMMIT), and then always, whatever the shop's own code does. Waits
   * for that code at most `replyWithin` seconds. Receiving a notification repeatedly has no further effect. Any other reply
   * is an error status and one word (REP-REFUSAL).
   */
  receive(request: NotificationRequest): Promise<HttpReply>;
  /**
   * Emits an event for a request to a notify address that the host itself refused, such as a body that is too large. At most
   * ten such events a minute; the others are counted in `refusals-suppressed`.
   */
  reportRefusal(refusal: Omit<RefusedNotification, "attemptId">): void;
  /**
   * Returns the status for a buyer's browser that comes back from the gateway. Stores what the browser reports as a hint for staff
   * (RET-HINT), once for each word. It never changes a state, and can be repeated. If only storing the hint fails, the call succeeds.
   *
   * @param request `fields`: the query or form fields of the return, as received
   * @throws PayIndexError `attempt_unknown`, `store_unavailable`
   */
  handleReturn(request: { attemptId: string; token: string; fields: unknown }): Promise<BuyerReturnAnswer>;
  /** Returns the status that the waiting page displays. @throws PayIndexError `attempt_unknown`, `store_unavailable` */
  buyerStatus(request: AttemptTokenRequest): Promise<BuyerStatus>;
  /**
   * Returns the state for the buyer's app. `token` is the token in `statusUrl`. A payment by another attempt of the same
   * order counts.
   *
   * @throws PayIndexError `attempt_unknown`, `store_unavailable`
   */
  attemptState(request: AttemptTokenRequest): Promise<AttemptState>;
  /**
   * Returns the payment of an order, for the shop and its staff. If no attempt was started, `state` is `none`.
   *
   * @param key `tenant`: default `default`. `attemptId`: an attempt to include, however old it is.
   * @throws PayIndexError `sale_invalid` (reference or tenant is not a string), `store_unavailable`
   */
  status(key: { reference: string; tenant?: string; attemptId?: string }): Promise<PaymentStatus>;
  /**
   * Returns where to send the buyer of a payment that is paid or under review: the order page, or the waiting page if the shop's function
   * throws. Undefined if the payment can be paid.
   *
   * @throws PayIndexError `sale_invalid`, `store_unavailable`
   */
  findPaidOrderPage(request: PaidOrderPageRequest): Promise<PaidOrderPage | undefined>;
  /**
   * Returns the open review items of all payments: oldest first, the kind `no-result` last.
   *
   * @param limit the highest number of items, 100 by default
   * @throws PayIndexError `store_unavailable`
   */
  reviewItems(limit?: number): Promise<readonly ReviewItem[]>;
  /** Returns every open review item, in the order of `reviewItems`. @throws PayIndexError `store_unavailable` */
  allReviewItems(): Promise<readonly ReviewItem[]>;
  /** Returns those of these review items that are open, in the order of the ids. @throws PayIndexError `store_unavailable` */
  openReviewItems(ids: readonly string[]): Promise<readonly ReviewItem[]>;
  /**
   * Returns the tenants whose merchants charge the running subscriptions: those with an attempt whose next cycle is expected.
   *
   * @throws PayIndexError `store_unavailable`
   */
  subscriptionTenants(): Promise<readonly string[]>;
  /**
   * Returns the amount of each review item by the item's id: the charged amount, or the requested amount if none was charged.
   *
   * @throws PayIndexError `store_unavailable`
   */
  reviewItemAmounts(items: readonly ReviewItem[]): Promise<ReadonlyMap<string, Money>>;
  /**
   * Records an operator action, and resolves the named review item, or the items of the payment if none is named. See
   * `ReviewResolutionRequest`.
   *
   * @throws PayIndexError If it throws, nothing was recorded: `resolution_invalid`, `review_item_outdated`, `attempt_unknown`,
   *   `store_unavailable`
   */
  resolveReviewItem(decision: ReviewResolutionRequest): Promise<void>;
  /**
   * Opens the review item `refund-requested`, for a shop without refunds through the gateway: staff refund at the gateway, then record the
   * refund with `resolveReviewItem`. Repeating the call with the same `dedupeKey` opens no second item.
   *
   * @throws PayIndexError `resolution_invalid` (a field is not valid, or the payment cannot have this cycle), `attempt_unknown`,
   *   `store_unavailable`
   */
  requestRefund(request: StaffRefundRequest): Promise<void>;
  /**
   * Retries one review item: runs its job, or verifies its notifications again. Records the operator first, and returns the result.
   *
   * @param id the id of the review item, or of a job that failed and waits for its next run
   * @throws PayIndexError `resolution_invalid` (no valid operator), `store_unavailable`, `merchants_unavailable`
   */
  retryReviewItem(id: string, by: RetryRequest): Promise<RetryResult>;
  /**
   * Records the same operator action for several review items, at most 100. Returns the problem of each item that is still
   * open.
   *
   * @throws PayIndexError `resolution_invalid`, `store_unavailable` (earlier items of the list may be resolved; repeat the call)
   */
  resolveReviewItems(decision: BulkResolutionRequest): Promise<readonly BulkResolutionResult[]>;
  /** Retries several review items, at most 100, and returns each result. @throws PayIndexError `resolution_invalid`, `store_unavailable` */
  retryReviewItems(retries: BulkRetryRequest): Promise<readonly BulkRetryResult[]>;
  /**
   * Returns a token for a card form of this reference, valid for one hour. It protects against forms that other sites submit.
   *
   * @throws PayIndexError `sale_invalid`, `merchant_missing`, `merchants_unavailable`, `store_unavailable`
   */
  formToken(key: { reference: string; tenant?: string }): Promise<string>;
  /** Returns whether `formToken` created this token for this reference within the hour. @throws PayIndexError `store_unavailable` */
  isFormToken(request: { reference: string; tenant?: string; token: string }): Promise<boolean>;
  /**
   * Signs texts with the installation's secret. For adapters whose host stores these texts where buyers can change them.
   *
   * @throws PayIndexError `store_unavailable`
   */
  seal(sealing: SealInput): Promise<string>;
  /**
   * Counts a request for a limit that all processes share. Returns the seconds until the limit permits the next one if there were too
   * many, otherwise undefined.
   *
   * @throws PayIndexError `store_unavailable`
   */
  countRequest(request: RequestLimit): Promise<number | undefined>;
  /** Returns whether `seal` created this seal for the same purpose and parts. @throws PayIndexError `store_unavailable` */
  isSeal(request: SealInput & { seal: string }): Promise<boolean>;
  /**
   * Replaces the installation's secret, from which tokens are derived. Tokens of the two previous secrets stay valid.
   *
   * @throws PayIndexError `store_unavailable`
   */
  rotateSecret(rotation?: RotateSecretOptions): Promise<void>;
  /**
   * Processes everything overdue, in one bounded round: pending notifications, due jobs, retention. Any number of processes
   * can call it at any time.
   *
   * @throws PayIndexError `store_unavailable`
   */
  sweep(): Promise<SweepResult>;
  /** Runs `sweep` for a timer. An error becomes the event `tick-failed`. */
  tick(): Promise<void>;
  /** Refuses new calls with `gateway_closed`, and resolves when the running calls have ended. */
  close(): Promise<void>;
}
