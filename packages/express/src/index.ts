export {
  type AboutOrder,
  type AboutRetry,
  type BegunSubscription,
  type BookStatus,
  begunSubscription,
  CardDetails,
  type CycleStatus,
  checkPlans,
  type Decision,
  isPayIndexError,
  type MixedCart,
  type Money,
  money,
  type Operator,
  type PaidCycle,
  PayIndexError,
  type PayIndexEvent,
  type Plan,
  planOfCart,
  type SubscriptionStatus,
  type Variant,
} from "@pay-index/core";
export type { PageOptions, PageView, PaymentRouter } from "@pay-index/node";
export { buyerMessage } from "@pay-index/node";
export type {
  AmountDueRequest,
  Closed,
  ExpressOptions,
  Missed,
  Paid,
  PaidAgain,
  Refused,
} from "./options.ts";
export { type PayIndex, payIndex } from "./pay-index.ts";
export type { CardSale, ExpressSale } from "./sale-of-request.ts";
export type { ExpressStore } from "./store.ts";
export type { Tick } from "./tick.ts";
