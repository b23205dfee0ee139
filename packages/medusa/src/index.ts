export type { Alert, AlertKind, GatewayProblem, Options, PayIndexEvent, Variant } from "@pay-index/core";
export { isPayIndexError, PayIndexError } from "@pay-index/core";
export type { OrderPageRequest, RetryPageRequest } from "@pay-index/core/adapter";
export {
  type AlertWebhookOptions,
  type BuyerPageOptions,
  createAlertWebhook,
  type PageView,
} from "@pay-index/server";
export type {
  CompletedOrder,
  CompleteOrder,
  CompleteOrderRequest,
  RefusedCompletion,
} from "./complete-order-option.ts";
export { type DisputeEventData, DisputeEvents } from "./dispute/dispute-event-names.ts";
export type { MedusaAlertHost, PayIndexPluginOptions, SubscriptionPlanRequest } from "./options.ts";
export { type ProviderRegistration, payIndexProviders } from "./pay-index-providers.ts";
export { type RefundEventData, RefundEvents } from "./refunds/refund-event-names.ts";
export { type PayIndex, resolvePayIndex } from "./resolve-pay-index.ts";
export { type SubscriptionEventData, SubscriptionEvents } from "./subscription/subscription-event-names.ts";
