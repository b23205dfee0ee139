export type { Alert, AlertKind, GatewayProblem, Options, PayIndexEvent, Variant } from "@pay-index/core";
export { isPayIndexError, PayIndexError } from "@pay-index/core";
export type { OrderPageRequest, RetryPageRequest } from "@pay-index/core/adapter";
export {
  type AlertWebhookOptions,
  type BuyerPageOptions,
  createAlertWebhook,
  type PageView,
} from "@pay-index/server";
export { AlertEvent } from "./alert-event.ts";
export type { CompleteOrder, CompleteOrderRequest, RefusedCompletion } from "./complete-order-option.ts";
export { DisputeReportedEvent } from "./dispute/dispute-event.ts";
export type { PayIndexPluginOptions, PlanInput, VendureAlertHost } from "./options.ts";
export { PayIndexPlugin } from "./pay-index-plugin.ts";
export { PayIndexService } from "./pay-index-service.ts";
export { PaymentLinkEvent } from "./payment-link/payment-link-event.ts";
export { payIndexHandler } from "./payment-method-handler.ts";
export {
  CycleFailedEvent,
  CycleOverdueEvent,
  CycleRenewedEvent,
  RenewalRefusedError,
  SubscriptionClosedEvent,
} from "./subscription/subscription-events.ts";
