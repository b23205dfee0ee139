export {
  type CartProblem,
  cartMessage,
  describeBuyerProblems,
  type FieldProblem,
  findLanguage,
  type Language,
  type PageKind,
  type PageLink,
  type PageTexts,
  type PageView,
  type RenderedPage,
} from "@pay-index/pages";
export type { BuyerPageOptions } from "./buyer-page-options.ts";
export { requestLanguage } from "./buyer-page-renderer.ts";
export {
  type CardSales,
  cardFormAction,
  createPaymentServer,
  type PaymentServer,
  type PaymentServerDependencies,
} from "./create-payment-server.ts";
export { EventLimiter } from "./event-limiter.ts";
export {
  assertNoOptionProblems,
  type CartHostOptions,
  cartHostOptionsSchema,
  findCancelProblems,
  findOptionProblems,
  functionSchema,
  type HostOptions,
  hostOptionsSchema,
  splitOptions,
} from "./host-options.ts";
export type { HttpRequest, HttpResponse, NextHandler } from "./http.ts";
export { nodePlatform } from "./node-platform.ts";
export type { NotifyFrom } from "./notify-from-schema.ts";
export type { PaymentRouter } from "./payment-router.ts";
export {
  type CorsOriginStatus,
  type StaffRequest,
  type StaffRequestProblem,
  staffRequestProblem,
} from "./staff-request.ts";
