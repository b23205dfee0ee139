export type { TransactionalStore } from "@pay-index/core";
export {
  CardDetails,
  type CartProblem,
  type CycleStatus,
  checkPlans,
  findPaidSubscription,
  isPayIndexError,
  type Money,
  money,
  type Operator,
  type OrderPageRequest,
  type PaidCycle,
  PayIndexError,
  type PayIndexEvent,
  type PaymentStatus,
  type Plan,
  planOfCart,
  type RetryPageRequest,
  type ReviewResolution,
  type SubscriptionDetails,
  type SubscriptionStatus,
  type Variant,
} from "@pay-index/core";
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
