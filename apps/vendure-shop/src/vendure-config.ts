import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  LogLevel,
  type VendureConfig,
} from "@vendure/core";
import { connectionTo } from "./database.ts";
import type { Settings } from "./settings.ts";
import { storefront } from "./storefront/storefront.ts";

/** A stock Vendure, the payments, and a storefront before it. */
export function shopConfig(settings: Settings): VendureConfig {
  return {
    apiOptions: {
      port: settings.port,
      hostname: "localhost",
      adminApiPath: "admin-api",
      shopApiPath: "shop-api",
      cors: { origin: settings.shopUrl, credentials: true },
      csrfPrevention: true,
      // The storefront asks the Shop API from this machine, and says who the buyer is.
      trustProxy: "loopback",
      middleware: [{ route: "/", beforeListen: true, handler: storefront(settings) }],
    },
    authOptions: {
      tokenMethod: ["cookie", "bearer"],
      superadminCredentials: settings.superadmin,
      // The sample shop's own. In a shop of your own it comes from the environment, and every server has the same.
      cookieOptions: { secret: "not-a-secret", sameSite: "lax" },
    },
    dbConnectionOptions: connectionTo(settings.database),
    paymentOptions: { paymentMethodHandlers: [] },
    plugins: [DefaultJobQueuePlugin.init({}), DefaultSchedulerPlugin.init({})],
    logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  };
}
