import { PayIndexPlugin, type PayIndexPluginOptions } from "@pay-index/vendure";
import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  LogLevel,
  type VendureConfig,
} from "@vendure/core";
import BetterSqlite3 from "better-sqlite3";
import { settings } from "./settings.ts";

/** The plugin and `pay-index.config.ts` use these options. */
export const payIndexOptions: PayIndexPluginOptions = {
  gateway: settings.gateway,
  sandbox: settings.isSandbox,
  // Where the gateway and buyers reach the plugin.
  publicUrl: `${settings.vendureUrl}/pay`,
  merchants: [{ ...settings.merchant, variants: ["hosted"] }],
  orderPage: ({ reference }) => `${settings.shopUrl}/orders/${reference}`,
};

export const config: VendureConfig = {
  apiOptions: {
    port: settings.vendurePort,
    ...(settings.listenHost === undefined ? {} : { hostname: settings.listenHost }),
    // Pages of other sites cannot call the APIs with the cookies of your buyers and staff.
    cors: {
      origin: [settings.shopUrl, settings.vendureUrl].map((url) => new URL(url).origin),
      credentials: true,
    },
    adminApiPath: "admin-api",
    shopApiPath: "shop-api",
    // The storefront calls from this machine, and passes the address of the buyer.
    trustProxy: "loopback",
  },
  authOptions: {
    tokenMethod: ["bearer", "cookie"],
    superadminCredentials: { identifier: "superadmin", password: settings.superadminPassword },
    cookieOptions: {
      secret: settings.cookieSecret,
      sameSite: "lax",
      secure: settings.vendureUrl.startsWith("https:"),
    },
  },
  dbConnectionOptions: {
    ...(settings.databaseUrl === ""
      ? {
          type: "better-sqlite3" as const,
          database: settings.databaseFile,
          driver: BetterSqlite3,
          enableWAL: true,
        }
      : { type: "mariadb" as const, url: settings.databaseUrl }),
    // For development. In production, use MariaDB or Postgres, and migrations.
    synchronize: true,
  },
  // There is no worker: the file of SQLite belongs to one process.
  schedulerOptions: { runTasksInWorkerOnly: false },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [
    DefaultJobQueuePlugin.init({}),
    DefaultSchedulerPlugin.init({}),
    PayIndexPlugin.init(payIndexOptions),
  ],
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
};
