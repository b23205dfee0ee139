export type {
  CancelAnswer,
  CancelRequest,
  CancelResult,
  UnclearCancelReason,
} from "./cancellation/cancel-subscription-at-gateway.ts";
export { type ErrorCode, errorCodes, isPayIndexError, PayIndexError, type Problem } from "./errors.ts";
export type { EventHandler, PayIndexEvent } from "./events/pay-index-event.ts";
export type { Gateway } from "./gateway.ts";
export type { Alert, SendAlert } from "./options/alerts-schema.ts";
export type { Options } from "./options/options-schema.ts";
export type { AlertKind, GatewayProblem } from "./payment/alert.ts";
export type { AttemptState } from "./payment/attempt-state.ts";
export type { CancelRequester } from "./payment/cancellation.ts";
export type { GatewayRefund, GatewayRefundState } from "./payment/gateway-refunds.ts";
export type { Operator } from "./payment/operator.ts";
export type { PlacedOrder } from "./payment/placed-order.ts";
export type { ReviewItem } from "./payment/review-item.ts";
export { decimalsOf, fromAmountText, type Money, money, toAmountText } from "./protocol/money/money.ts";
export type { SaleWarningCode } from "./protocol/sale/common-sale-fields.ts";
export type { Plan } from "./protocol/sale/plan.ts";
export { type Sale, type Variant, variants } from "./protocol/sale/sale.ts";
export type { SaleItem } from "./protocol/sale/sale-items.ts";
export type { NotAskedReason, QueryResult } from "./query/query-and-apply.ts";
export type {
  ForgetOldPaymentsRequest,
  ForgetPaymentRequest,
  ForgetRefusal,
  ForgetRefusalCode,
  ForgetResult,
  ForgottenOldPayment,
  ReplayRequest,
  ReplayResult,
} from "./review/forget-payment.ts";
export type { BulkQueryRequest, BulkQueryResult, QueryRequest } from "./review/gateway-operation-methods.ts";
export type { ReconciledAttempt, ReconcileFinding, ReconcileRequest } from "./review/reconcile.ts";
export type { GatewayRefundRequest, GatewayRefundResult } from "./review/refund-through-gateway.ts";
export type { ReviewResolutionRequest } from "./review/resolve-item.ts";
export type {
  CreatePaymentLinkRequest,
  OpenedPaymentLink,
  PaymentLinkAddress,
  PaymentLinkMethods,
  PaymentLinkStatus,
  PaymentLinkView,
  WithdrawPaymentLinkRequest,
} from "./start/payment-links.ts";
export type { StartedAttempt, StartState } from "./start/started-attempt.ts";
export type {
  StatementDifference,
  StatementFinding,
  StatementProgress,
  StatementRequest,
  StatementRow,
} from "./statement/statement.ts";
export type { AttemptGroup } from "./status/attempt-groups.ts";
export type { BuyerStatus } from "./status/buyer-status.ts";
export type { ExportedRefund, ExportedReviewItem, ExportPeriod } from "./status/export-records.ts";
export type { Capabilities, Capability, CapabilityName } from "./status/gateway-capabilities.ts";
export type {
  GatewayHealth,
  HealthProblem,
  LastNotificationRefusal,
  SetupWarning,
} from "./status/gateway-health.ts";
export type { DayOfCurrency, DayOfVariant, Overview, OverviewQuery } from "./status/overview.ts";
export type { AttemptStatus, PaymentState, PaymentStatus } from "./status/payment-status.ts";
export type { AttemptFilter, AttemptPage, AttemptSummary } from "./status/search-attempts.ts";
export type { CycleStatus, SubscriptionState, SubscriptionStatus } from "./status/subscription-status.ts";
export type { TimelineEntry } from "./status/timeline.ts";
