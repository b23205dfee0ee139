export {
  type AboutOrder,
  isPayIndexError,
  type Options,
  PayIndexError,
  type PayIndexEvent,
  type Variant,
} from "@pay-index/core";
export { payIndexHandler } from "./handler.ts";
export type { AboutSubscription, PayIndexPluginOptions } from "./options.ts";
export { PayIndexService } from "./pay-index-service.ts";
export { PayIndexPlugin } from "./plugin.ts";
