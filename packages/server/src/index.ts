export {
  type CartProblem,
  cartMessage,
  describeBuyerFieldProblems,
  type FieldProblem,
  findLanguage,
  type Language,
  type PageKind,
  type PageLink,
  type PageTexts,
  type PageView,
  type RenderedPage,
} from "@pay-index/pages";
export { type AlertWebhookOptions, createAlertWebhook } from "./alert-webhook.ts";
export type { BuyerPageOptions } from "./buyer-page-options.ts";
export { requestLanguage } from "./buyer-page-renderer.ts";
export {
  type CardSaleSource,
  cardFormActionUrl,
  createPaymentServer,
  type NodeStaffApi,
  type PaymentServer,
  type PaymentServerDependencies,
} from "./create-payment-server.ts";
export { EventLimiter } from "./event-limiter.ts";
export {
  type CorsOriginStatus,
  type ForeignRequestProblem,
  findForeignRequestProblem,
  type GuardedRequest,
} from "./foreign-request.ts";
export {
  assertNoOptionProblems,
  bindAlerts,
  type CartHostOptions,
  type CommonHostOptions,
  cartHostOptionsSchema,
  checkAndSplitOptions,
  commonHostOptionsSchema,
  createFunctionSchema,
  findBuyerCancelOptionProblems,
  findOptionProblems,
  type HostAlertOptions,
} from "./host-options.ts";
export type {
  HttpRequest,
  HttpResponse,
  NextFunction,
  RequestConnection,
  ServerReply,
  ServerRequest,
} from "./http-types.ts";
export { describeMinimumAmount } from "./minimum-amount.ts";
export { isProduction, nodePlatform } from "./node-platform.ts";
export type { NotifyFromOptions } from "./notify-from-schema.ts";
export type { PaymentRouterHandlers } from "./payment-router.ts";
export { createRequestHandlers, type RequestHandlers } from "./request-handlers.ts";
export { findSandboxWarning } from "./sandbox-use.ts";
export {
  findSecretProblems,
  findSessionWarnings,
  type HostSecrets,
  type HostSessions,
} from "./secret-problems.ts";
