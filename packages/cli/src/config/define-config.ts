import type { Gateway } from "@pay-index/core";
import type { GatewayOptions } from "@pay-index/core/adapter";
import type { Pool } from "pg";
import type { StatementFormat } from "../statement/statement-format.ts";

/** What the commands call: `createPayIndex` on Express returns it, and so do the services of the Vendure and Medusa plugins. */
export type GatewayForCommands = Pick<
  Gateway,
  | "reviewItems"
  | "resolveReviewItem"
  | "retryReviewItem"
  | "replay"
  | "reconcile"
  | "compareStatement"
  | "forget"
  | "forgetOldPayments"
  | "health"
  | "attempts"
>;

/** A pool of `pg`, for the checks of `doctor`. */
export type ShopPostgresPool = Pick<Pool, "connect" | "options">;

/** The app of an Express shop, for the checks of `doctor`: nothing is listened on. */
export interface ShopExpressApp {
  get(setting: "trust proxy"): unknown;
}

/** An opened shop. */
export interface OpenedShop {
  readonly gateway: GatewayForCommands;
  /** The pool of a shop on Postgres. */
  readonly database?: ShopPostgresPool;
  /** The app of an Express shop with the payment router. */
  readonly app?: ShopExpressApp;
  /** The proxy setting of a shop that has no Express app of its own. On Vendure: `apiOptions.trustProxy`. */
  readonly trustProxy?: unknown;
  /** Closes what `open` opened. A promise is awaited. */
  close(): unknown;
}

/** The options of the host's plugin: those of core, and those that the host adds. `alerts.send` of a host gets its services. */
export type ShopPluginOptions = Omit<GatewayOptions, "alerts"> & { readonly alerts?: unknown };

/** What `pay-index.config.ts` exports by default. */
export interface PayIndexConfig {
  /** The options of the shop's plugin, as in the shop. `doctor` checks them before it opens the shop. */
  readonly options: ShopPluginOptions;
  /** Opens the shop without an HTTP server and without its timer. The commands run the shop's own order code with it. */
  open(): OpenedShop | Promise<OpenedShop>;
  /** How the statements of the gateway's back office are written, for `reconcile --statement`. Its flags replace single fields. */
  readonly statement?: StatementFormat;
}

/**
 * Returns the configuration unchanged, with its types. Export it by default from `pay-index.config.ts`.
 *
 * @example
 * ```ts
 * export default defineConfig({
 *   options,
 *   async open() {
 *     const pay = await createPayIndex({ ...options, tickEvery: 0 });
 *     return { gateway: pay, app: createApp(pay), close: () => pay.close() };
 *   },
 * });
 * ```
 */
export function defineConfig(config: PayIndexConfig): PayIndexConfig {
  return config;
}
