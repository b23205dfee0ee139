export {
  type AboutOrder,
  isPayIndexError,
  type Options,
  PayIndexError,
  type PayIndexEvent,
  type Variant,
} from "@pay-index/core";
export type { PayIndexService } from "./modules/pay-index/service.ts";
export type { AboutSubscription, PayIndexPluginOptions } from "./options.ts";
export { payIndexOf } from "./pay-index-of.ts";
export { type ProviderRegistration, payIndexProviders } from "./pay-index-providers.ts";
