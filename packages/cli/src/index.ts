export {
  type ConfiguredOptions,
  defineConfig,
  type OpenedShop,
  type PayIndexConfig,
  type ShopApp,
  type ShopGateway,
  type ShopPool,
} from "./config/define-config.ts";
export type { Finding, FindingCode } from "./doctor/finding.ts";
