export {
  type CancelResultFields,
  cancelSubscriptionForBuyer,
  toCancelResultFields,
} from "../cancellation/cancel-subscription-at-gateway.ts";
export { createGateway, type GatewayDependencies } from "../create-gateway.ts";
export { type CancelErrorKind, problemsOfSchemaIssues, type StartErrorKind } from "../errors.ts";
export { type EventError, toEventError } from "../events/event-error.ts";
export { type EventLogLevel, eventLogLevel, eventLogLine } from "../events/event-log.ts";
export { catchHandlerErrors, ignoreRejection } from "../events/handler-errors.ts";
export type {
  DisputeWebhookAddress,
  HostDatabaseAndSchedule,
  SetupSummary,
} from "../events/pay-index-event.ts";
export type { BuyerReturnAnswer } from "../gateway.ts";
export type { DisputeRequest } from "../inbox/receive-dispute.ts";
export type { NotificationRequest, NotificationSender } from "../inbox/receive-notification.ts";
export type { SweepResult } from "../jobs/sweep.ts";
export type { RequestLimit } from "../limits/request-rate-limits.ts";
export { ipNetworkOf, unmapIpv4Address } from "../limits/unknown-webhook-address-limit.ts";
export type { SealInput } from "../links/url-tokens.ts";
export { maskText, showControlCharacters } from "../mask/mask-text.ts";
export type { LoadMerchants, MerchantOptions, MerchantsRequest } from "../options/merchant-list.ts";
export {
  findUnservedVariantReason,
  type MerchantTenantAndVariants,
  refusesRawCards,
  servesVariant,
  tenantOfMerchant,
  type UnservedVariantReason,
  variantsOfMerchant,
} from "../options/merchant-variants.ts";
export { type GatewayOptions, optionsSchema } from "../options/options-schema.ts";
export { expectedChargedAmountOf, isDirectCardVariant } from "../payment/attempt.ts";
export type { OperatorAction } from "../payment/fact.ts";
export {
  type OrderRefusalCode,
  orderRefusals,
  type RefusalProblem,
  type ShopRefusalCode,
  toShopRefusalCode,
} from "../payment/order-refusals.ts";
export {
  type AmountDueComparedProof,
  amountDueProblem,
  endedWithoutOrder,
  type FindAmountDue,
} from "../payment/placed-order.ts";
export type { RecordedRefund } from "../payment/recorded-refunds.ts";
export type { ReturnHintRecord } from "../payment/return-hint.ts";
export type { RefundedOrder } from "../payment/returned-money.ts";
export type { RecommendedAction } from "../payment/review-kind-rules.ts";
export { reviewKindNames } from "../payment/review-kinds.ts";
export type { Platform, RunInBackground } from "../platform.ts";
export type {
  CycleFailedReport,
  CycleOverdueReport,
  DisputeDetails,
  DisputeReport,
  DoneAnswer,
  EndedRefund,
  FailedCycle,
  LinkSale,
  LinkSaleRequest,
  OrderPort,
  OrderPortAnswer,
  OrderRefusal,
  PaidCycle,
  PlacedAnswer,
  PlaceOrderAnswer,
  PlaceOrderRequest,
  PlaceRenewalRequest,
  RefundEndedReport,
  RunHook,
  SubscriptionClosedReport,
  SubscriptionDetails,
  SyncRefundRequest,
} from "../ports/orders.ts";
export type { OrderPageRequest, Pages, RetryPageRequest, RetryReason } from "../ports/pages.ts";
export type { PaidPayment } from "../ports/paid-payment.ts";
export type { Telemetry, TracedAttempt, TracedStep } from "../ports/telemetry.ts";
export { RefusalRollback, runOrderTransaction } from "../ports/transactional-store.ts";
export { minorToAmountText } from "../protocol/money/money.ts";
export {
  type RoundedAmount,
  type RoundingChange,
  roundToMinorUnits,
} from "../protocol/money/round-to-minor-units.ts";
export { maskCardNumbers } from "../protocol/sale/card.ts";
export { isTimeZone, type PlanType } from "../protocol/sale/plan.ts";
export {
  buildSaleDraftFromCart,
  type CartProblem,
  type CheckoutAddress,
  checkCataloguePlans,
  type PaymentVariantSelection,
  planOfCart,
  type SaleDraft,
  type SaleParts,
} from "../protocol/sale/sale-draft.ts";
export type {
  ChangeableItemDetails,
  ChangeItemContext,
  SaleItemChanger,
} from "../protocol/sale/sale-lines.ts";
export { goodsDigest, type SaleLine, toSaleItemText } from "../protocol/sale/sale-lines.ts";
export { type QueryResultFields, toQueryResultFields } from "../query/query-result-fields.ts";
export type { StaffRefundRequest } from "../review/ask-staff-to-refund.ts";
export {
  type BulkResolutionRequest,
  type BulkResolutionResult,
  type BulkRetryRequest,
  type BulkRetryResult,
  bulkLimit,
} from "../review/bulk-actions.ts";
export { operatorInputSchema } from "../review/operator-input.ts";
export { canRetry, recommendedAction } from "../review/recommended-action.ts";
export { checkReconcileRequest } from "../review/reconcile.ts";
export { toRefundReason } from "../review/refund-through-gateway.ts";
export {
  invalidRefundRequestText,
  isFinalRefundError,
  resolutionErrorText,
} from "../review/resolution-error-text.ts";
export type { RetryRequest, RetryResult } from "../review/retry-item.ts";
export {
  filterAndPaginateReviewItems,
  type ReviewItemFilter,
  type ReviewItemPage,
} from "../review/review-item-page.ts";
// For the adapters: the pages of exports leave it out.
/** @hidden */
export * as z from "../schema-builders.ts";
export { startErrorKind } from "../start/start-decision.ts";
export { instantOfLocalTime, type LocalTime } from "../statement/local-time.ts";
export { attemptGroups } from "../status/attempt-groups.ts";
export {
  type BuyerOrderStatus,
  buyerOrderStatusOf,
  type HostOrderPlacedAndFree,
} from "../status/buyer-status.ts";
export type { PaidOrderPage, PaidOrderPageRequest } from "../status/find-paid-order-page.ts";
export { findUnnamedOperators, withOperatorLabels } from "../status/label-unnamed-operators.ts";
export {
  bestState,
  type ChargeStatus,
  chargesOfPayment,
  findPaidSubscription,
  locksOrder,
  refundedOrders,
  type SubscriptionAndPaidAttempt,
} from "../status/payment-status.ts";
export {
  type RecordRefundFormDefaults,
  recordRefundFormDefaultsOf,
} from "../status/record-refund-form-defaults.ts";
export { type TimelinePhrase, type TimelinePhraseId, timelinePhrases } from "../status/timeline-phrases.ts";
