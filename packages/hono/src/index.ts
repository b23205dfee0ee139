export * from "@pay-index/server/shop";
export {
  createPayIndex,
  type HonoOptions,
  type HonoSale,
  type PayIndex,
  type StaffOptions,
} from "./pay-index.ts";
