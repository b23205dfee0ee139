export * from "@pay-index/server/shop";
export {
  createPayIndex,
  type FastifyOptions,
  type FastifySale,
  type PayIndex,
  type StaffOptions,
} from "./pay-index.ts";
