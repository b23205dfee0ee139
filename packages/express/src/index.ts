export {
  type AboutOrder,
  CardDetails,
  isPayIndexError,
  money,
  PayIndexError,
  type PayIndexEvent,
  type Variant,
} from "@pay-index/core";
export type { PaymentRouter } from "@pay-index/node";
export type { ExpressOptions, Paid, Refused } from "./options.ts";
export { type PayIndex, payIndex } from "./pay-index.ts";
export type { CardSale, ExpressSale } from "./sale-of-request.ts";
export type { ExpressStore } from "./store.ts";
export type { Tick } from "./tick.ts";
