export {
  type CycleStatus,
  isPayIndexError,
  type Money,
  money,
  type Operator,
  PayIndexError,
  type PayIndexEvent,
  type PaymentStatus,
  type Plan,
  type ReviewResolution,
  type SubscriptionStatus,
  type Variant,
} from "@pay-index/core";
export {
  type CartProblem,
  checkPlans,
  findPaidSubscription,
  type OrderPageRequest,
  type PaidCycle,
  planOfCart,
  type RetryPageRequest,
  type SubscriptionDetails,
} from "@pay-index/core/adapter";
export { CardDetails } from "@pay-index/core/protocol";
export type { TransactionalStore } from "@pay-index/core/store";
export type { BuyerPageOptions, PageView, PaymentRouter } from "@pay-index/server";
export { describeBuyerProblems } from "@pay-index/server";
export type {
  AmountDueRequest,
  CycleOverdueContext,
  ExpressOptions,
  HookRefusal,
  PaidContext,
  RenewalContext,
  SubscriptionClosedContext,
} from "./options.ts";
export { createPayIndex, type PayIndex } from "./pay-index.ts";
export type { ExpressSale, SaleWithoutCard } from "./sale-from-request.ts";
export type { Tick } from "./tick.ts";
