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
export type { AboutSubscription, PayIndexPluginOptions } from "./options.ts";
export { type PayIndex, payIndexOf } from "./pay-index-of.ts";
export { type ProviderRegistration, payIndexProviders } from "./pay-index-providers.ts";
export { type SubscriptionEventData, SubscriptionEvents } from "./subscription/events.ts";
