export * from "@pay-index/server/shop";
export {
  type BuyerRequest,
  createPayIndex,
  type FastifyOptions,
  type FastifySale,
  type PayIndex,
  type StaffOptions,
} from "./pay-index.ts";
