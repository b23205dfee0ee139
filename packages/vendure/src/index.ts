export {
  type AboutOrder,
  type AboutRetry,
  isPayIndexError,
  type Options,
  PayIndexError,
  type PayIndexEvent,
  type Variant,
} from "@pay-index/core";
export type { PageOptions, PageView } from "@pay-index/node";
export { payIndexHandler } from "./handler.ts";
export type { PayIndexPluginOptions, PlanInput } from "./options.ts";
export { PayIndexService } from "./pay-index-service.ts";
export { PayIndexPlugin } from "./plugin.ts";
export {
  CycleMissedEvent,
  CycleRenewedEvent,
  RenewalRefusedError,
  SubscriptionClosedEvent,
} from "./subscription/events.ts";
