export {
  defineConfig,
  type GatewayForCommands,
  type OpenedShop,
  type PayIndexConfig,
  type ShopExpressApp,
  type ShopPluginOptions,
  type ShopPostgresPool,
} from "./config/define-config.ts";
export type { Finding, FindingCode } from "./doctor/finding.ts";
export type { StatementFormat } from "./statement/statement-format.ts";
