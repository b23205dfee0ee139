export * from "@pay-index/server/shop";
export {
  type BuyerRequest,
  createPayIndex,
  type NextOptions,
  type NextSale,
  type PayIndex,
  type RouteHandlers,
  type StaffOptions,
} from "./pay-index.ts";
