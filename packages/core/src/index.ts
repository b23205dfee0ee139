export {
  type ErrorCode,
  errorCodes,
  isPayIndexError,
  PayIndexError,
  type Problem,
  problemsOf,
} from "./errors.ts";
export {
  catchHandlerErrors,
  type EventError,
  type EventHandler,
  type EventLogLevel,
  eventLogLevel,
  type HostSetup,
  ignoreRejection,
  type PayIndexEvent,
  toEventError,
} from "./events.ts";
export { type BuyerReturn, createGateway, type Gateway, type GatewayDependencies } from "./gateway.ts";
export type { NotificationRequest } from "./inbox/receive-notification.ts";
export type { SweepResult } from "./jobs/sweep.ts";
export type { SealInput } from "./links/seal.ts";
export { maskText } from "./mask/mask-text.ts";
export { type Options, optionsSchema } from "./options.ts";
export { type AmountDue, amountDueProblem, type CheckedAmount } from "./payment/amount-due.ts";
export type { Attempt } from "./payment/attempt.ts";
export type { AttemptState } from "./payment/derive-attempt-state.ts";
export type {
  Fact,
  NotificationFact,
  OperatorFact,
  ResolutionFact,
  ResponseFact,
  RetryFact,
} from "./payment/fact.ts";
export type { Job, JobOutcome, JobProblem, Lease, LeasedJob } from "./payment/job.ts";
export type { Operator } from "./payment/operator.ts";
export type { PlacedOrder } from "./payment/placed-order.ts";
export { type RecordedRefund, refundedForPlacedOrder } from "./payment/recorded-refunds.ts";
export type { Refund } from "./payment/refund.ts";
export type { RefundedOrder } from "./payment/refunded-order.ts";
export type { RecommendedAction } from "./payment/review-kind-rules.ts";
export { concernsPlacedOrder, type JobKind } from "./payment/review-kinds.ts";
export type { Cycle, CycleKey } from "./payment/subscription/cycle.ts";
export type { Platform } from "./platform.ts";
export {
  createInstallationSecret,
  type InstallationSecret,
  type InstallationStore,
  type MerchantKey,
} from "./ports/installation-store.ts";
export type {
  CycleOverdueReport,
  OrderPort,
  OrderPortAnswer,
  OrderRefusal,
  PaidCycle,
  PaidPayment,
  PlaceOrderAnswer,
  PlaceOrderRequest,
  PlaceRenewalRequest,
  SubscriptionClosedReport,
  SubscriptionDetails,
  SyncRefundRequest,
} from "./ports/orders.ts";
export type { OrderPageRequest, Pages, RetryPageRequest, RetryReason } from "./ports/pages.ts";
export type {
  CycleSelection,
  InboxEntry,
  PaidTransaction,
  Payment,
  PaymentChange,
  PaymentKey,
  PaymentRead,
  PaymentStore,
  StartMatchRead,
  TransactionKey,
} from "./ports/store.ts";
export type { TransactionalStore } from "./ports/transactional-store.ts";
export type { ReturnHint } from "./protocol/buyer-return.ts";
export { fromAmountText, toAmountText } from "./protocol/money/amount-text.ts";
export { decimalsOf } from "./protocol/money/currencies.ts";
export { type Money, money } from "./protocol/money/money.ts";
export { type RoundedAmount, type Rounding, roundAmount } from "./protocol/money/rounding.ts";
export { type HttpReply, refusalReply } from "./protocol/notification/http-reply.ts";
export {
  type HostFailureCode,
  type NotificationBody,
  notificationBodyLimit,
} from "./protocol/notification/notification-body.ts";
export { type RefusalCode, refusalStatus } from "./protocol/notification/notification-refusal.ts";
export { CardDetails, type CardInput } from "./protocol/sale/card.ts";
export { type CartProblem, checkPlans, planOfCart } from "./protocol/sale/cart-plans.ts";
export { goodsDigest } from "./protocol/sale/goods-digest.ts";
export type { Plan } from "./protocol/sale/plan.ts";
export type { Sale, SaleWarning, Variant } from "./protocol/sale/sale.ts";
export { variants } from "./protocol/sale/sale.ts";
export type { SaleItem } from "./protocol/sale/sale-items.ts";
export {
  type BulkResolution,
  type BulkResolutionResult,
  type BulkRetry,
  type BulkRetryResult,
  bulkLimit,
} from "./review/bulk-actions.ts";
export { canRetry, recommendedAction } from "./review/recommended-action.ts";
export type { ReviewResolution } from "./review/resolve-item.ts";
export type { RetryRequest, RetryResult } from "./review/retry-item.ts";
export { pageReviewItems, type ReviewItemFilter, type ReviewItemPage } from "./review/review-item-page.ts";
export type { StartedAttempt, StartState } from "./start/start.ts";
export { findUnnamedOperators, withOperatorLabels } from "./status/operator-labels.ts";
export {
  type AttemptStatus,
  type BuyerStatus,
  bestState,
  findPaidSubscription,
  isAwaitingReview,
  orderState,
  type PaidSubscription,
  type PaymentState,
  type PaymentStatus,
} from "./status/payment-status.ts";
export { refundedOrders } from "./status/refunded-orders.ts";
export type { CycleStatus, SubscriptionState, SubscriptionStatus } from "./status/subscription-status.ts";
export type { TimelineEntry } from "./status/timeline.ts";
export { type TimelinePhrase, type TimelinePhraseId, timelinePhrases } from "./status/timeline-phrases.ts";
export type { SecretRotation } from "./store/installation-secrets.ts";
export { MemoryStore } from "./store/memory-store.ts";
export type { SqlConnection, SqlDriver, SqlParameters, SqlRow, SqlValue } from "./store/sql/driver.ts";
export { numberParameters } from "./store/sql/numbered-parameters.ts";
export {
  isConnectionLost,
  isQueryTimeout,
  retryOnLostConnection,
} from "./store/sql/retry-lost-connection.ts";
export {
  createSchemaTable,
  type Migration,
  migrations,
  pendingMigrations,
  readSchema,
} from "./store/sql/schema.ts";
export { SqlStore } from "./store/sql/sql-store.ts";
export { findMissingTables, isTableMissing, paymentTables } from "./store/sql/tables.ts";
