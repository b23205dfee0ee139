export type { PaymentRouterHandlers } from "@pay-index/server";
export * from "@pay-index/server/shop";
export {
  createPayIndex,
  type ExpressOptions,
  type ExpressSale,
  type PayIndex,
  type StaffOptions,
} from "./pay-index.ts";
