export {
  buyerMessage,
  type CartProblem,
  cartMessage,
  type Language,
  languageOfTag,
  type PageView,
} from "@pay-index/pages";
export { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
export { languageOf } from "./buyer-pages.ts";
export type { CardRouteParts } from "./card-route.ts";
export type { HttpRequest, HttpResponse, Next } from "./http.ts";
export { type PageOptions, pageOptionsSchema } from "./page-options.ts";
export { type PaymentRouter, paymentRouter, type RouterParts } from "./payment-router.ts";
export { nodePlatform } from "./platform.ts";
export { ReportLimit } from "./report-limit.ts";
export { shopPages } from "./shop-pages.ts";
export {
  type CorsAnswer,
  type StaffRequest,
  type StaffRequestProblem,
  staffRequestProblem,
} from "./staff-request.ts";
