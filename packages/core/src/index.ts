export {
  type ErrorCode,
  errorCodes,
  isPayIndexError,
  PayIndexError,
  type Problem,
  problemsOf,
} from "./errors.ts";
export { createGateway, type Gateway, type GatewayParts, type Returned } from "./gateway.ts";
export { type AmountDue, amountDueProblem, type CheckedAmount } from "./ledger/amount-due.ts";
export {
  type BulkDecided,
  type BulkDecision,
  type BulkRetried,
  type BulkRetry,
  bulkLimit,
} from "./ledger/bulk.ts";
export type { Decision } from "./ledger/decide.ts";
export type {
  Applied,
  BegunSubscription,
  ClosedWork,
  CycleWork,
  HostWork,
  LedgerHost,
  MissedWork,
  OrderPlaced,
  PaidCycle,
  PaidPayment,
  RefundedOrder,
  RefundWork,
  Refusal,
} from "./ledger/host.ts";
export type { Rotation } from "./ledger/installation-secrets.ts";
export {
  type InstallationSecret,
  type InstallationStore,
  installationSecret,
  type MerchantKey,
} from "./ledger/installation-store.ts";
export { MemoryStore } from "./ledger/memory-store.ts";
export { namelessOperators, withOperatorLabels } from "./ledger/operator-labels.ts";
export type { AboutOrder, AboutRetry, Pages, RetryReason } from "./ledger/pages.ts";
export { type QueueFilter, type QueuePage, queuePage } from "./ledger/queue-page.ts";
export type { NotificationRequest } from "./ledger/receive.ts";
export { isOfOrder } from "./ledger/record-refund.ts";
export { refundedOrders } from "./ledger/refunded-orders.ts";
export { canRetry, type Remedy, remedyOf } from "./ledger/remedy.ts";
export type { Retry, RetryResult } from "./ledger/retry.ts";
export type { Sealing } from "./ledger/seal.ts";
export type { Started, StartedState } from "./ledger/start.ts";
export {
  type Begun,
  type BookState,
  type BookStatus,
  type BuyerStatus,
  begunSubscription,
  bestState,
  isBeingChecked,
  orderState,
  type PaymentStatus,
} from "./ledger/status.ts";
export type {
  AnsweringRead,
  Book,
  BookKey,
  BookRead,
  Change,
  CyclesAsked,
  InboxEntry,
  LedgerStore,
  PaidTransaction,
  TransactionKey,
} from "./ledger/store.ts";
export type {
  CycleStatus,
  Placed,
  SubscriptionState,
  SubscriptionStatus,
} from "./ledger/subscription-status.ts";
export type { Swept } from "./ledger/sweep.ts";
export type { Lease, Leased, Work, WorkKind, WorkProblem, WorkResult } from "./ledger/work.ts";
export { maskText } from "./mask/mask-text.ts";
export { fromAmountText, toAmountText } from "./money/amount-text.ts";
export { decimalsOf } from "./money/currencies.ts";
export { type Money, money } from "./money/money.ts";
export { type RoundedAmount, type Rounding, roundAmount } from "./money/rounding.ts";
export { bodyLimit, type HostFailure, type NotificationBody } from "./notification/body.ts";
export { type RefusalWord, refusalStatus } from "./notification/refusal.ts";
export { type Reply, refusal } from "./notification/reply.ts";
export type { ReturnHint } from "./notification/return.ts";
export {
  type EventError,
  eventError,
  type HostSetup,
  ignoreRejection,
  type Observe,
  type PayIndexEvent,
  type Severity,
  safely,
  severityOf,
} from "./observe.ts";
export { type Options, optionsSchema } from "./options.ts";
export type {
  DecisionFact,
  Fact,
  NotificationFact,
  OperatorFact,
  ResponseFact,
  RetryFact,
} from "./payment/fact.ts";
export type { PaymentState } from "./payment/judge.ts";
export type { Operator } from "./payment/operator.ts";
export type { Payment } from "./payment/payment.ts";
export { type Phrase, type PhraseId, phrases } from "./payment/phrases.ts";
export { type RecordedRefund, refundedOfOrder } from "./payment/recorded-refunds.ts";
export type { Refund } from "./payment/refund.ts";
export type { TimelineEntry } from "./payment/timeline.ts";
export type { Platform } from "./platform.ts";
export { CardDetails, type CardInput } from "./sale/card.ts";
export { goodsDigest } from "./sale/goods.ts";
export type { Plan } from "./sale/plan.ts";
export { checkPlans, type MixedCart, planOfCart } from "./sale/plans.ts";
export type { Item } from "./sale/product.ts";
export type { Sale, SaleWarning, Variant } from "./sale/sale.ts";
export { variants } from "./sale/sale.ts";
export type { SqlConnection, SqlDriver, SqlParameters, SqlRow, SqlValue } from "./sql/driver.ts";
export { isConnectionLost, isGivenUp, onLiveConnection } from "./sql/live-connection.ts";
export { numbered } from "./sql/numbered-parameters.ts";
export {
  createSchemaTable,
  type Migration,
  migrations,
  pendingMigrations,
  readSchema,
} from "./sql/schema.ts";
export { SqlStore } from "./sql/sql-store.ts";
export { isTableMissing, ledgerTables, missingTables } from "./sql/tables.ts";
export type { Cycle, CycleKey } from "./subscription/cycle.ts";
