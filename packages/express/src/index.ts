export {
  type AttemptState,
  type AttemptStatus,
  type BuyerStatus,
  type CycleStatus,
  decimalsOf,
  type ErrorCode,
  type EventHandler,
  errorCodes,
  fromAmountText,
  isPayIndexError,
  type Money,
  money,
  type Operator,
  PayIndexError,
  type PayIndexEvent,
  type PaymentState,
  type PaymentStatus,
  type PlacedOrder,
  type Plan,
  type Problem,
  type ReviewItem,
  type ReviewResolution,
  type Sale,
  type SaleItem,
  type SaleWarning,
  type StartedAttempt,
  type StartState,
  type SubscriptionState,
  type SubscriptionStatus,
  type TimelineEntry,
  toAmountText,
  type Variant,
  variants,
} from "@pay-index/core";
export {
  type CartProblem,
  checkPlans,
  type EventLogLevel,
  eventLogLevel,
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
