export {
  type CartProblem,
  cartMessage,
  describeBuyerProblems,
  findLanguage,
  type Language,
  type PageView,
} from "@pay-index/pages";
export { type BuyerPageOptions, buyerPageOptionsSchema } from "./buyer-page-options.ts";
export { requestLanguage } from "./buyer-page-renderer.ts";
export { type CardRateLimits, createCardRateLimits } from "./card-rate-limits.ts";
export type { CardRouteDependencies } from "./card-route.ts";
export { EventLimiter } from "./event-limiter.ts";
export type { HttpRequest, HttpResponse, NextHandler } from "./http.ts";
export { nodePlatform } from "./node-platform.ts";
export { createPaymentRouter, type PaymentRouter, type PaymentRouterDependencies } from "./payment-router.ts";
export { createShopPages } from "./shop-page-urls.ts";
export {
  type CorsOriginStatus,
  type StaffRequest,
  type StaffRequestProblem,
  staffRequestProblem,
} from "./staff-request.ts";
