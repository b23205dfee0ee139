import { PayIndexPlugin } from "@pay-index/vendure";
import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  DefaultSearchPlugin,
  LogLevel,
  type VendureConfig,
} from "@vendure/core";
import { plans } from "./catalog.ts";
import { createConnectionOptions, isPostgres } from "./database-connection.ts";
import type { Settings } from "./settings.ts";
import { createStorefront } from "./storefront/storefront.ts";

/** Everything it takes to get paid. A merchant of the sandbox serves one variant each, so there are five. */
function createPaymentPlugin({ gateway, shopUrl, keys }: Settings) {
  return PayIndexPlugin.init({
    gateway,
    sandbox: true,
    publicUrl: `${shopUrl}/pay`,
    merchants: [
      { id: "10001", key: keys.card, variants: ["card"] },
      { id: "10002", key: keys.hosted, variants: ["hosted"] },
      { id: "10003", key: keys.link, variants: ["link"] },
      { id: "10004", key: keys.subscription, variants: ["subscription"] },
      { id: "10005", key: keys.apm, variants: ["apm"] },
    ],
    // Two of the variants take the card in this shop. A shop with `hosted` alone leaves this line out, and is better off.
    acceptRawCards: true,
    plans,
    orderPage: ({ reference }) => `/orders/${reference}`,
    // Buyers hear how it ended in their own language, and go on to the order from there.
    pages: { outcome: "ours" },
  });
}

/** A stock Vendure, the payments, and a storefront before it. */
export function createVendureConfig(settings: Settings): VendureConfig {
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
      middleware: [{ route: "/", beforeListen: true, handler: createStorefront(settings) }],
    },
    authOptions: {
      tokenMethod: ["cookie", "bearer"],
      superadminCredentials: settings.superadmin,
      // The sample shop's own. In a shop of your own it comes from the environment, and every server has the same.
      cookieOptions: { secret: "not-a-secret", sameSite: "lax" },
    },
    dbConnectionOptions: createConnectionOptions(settings.database),
    // Tasks run in the worker, and where there is none, here.
    schedulerOptions: { runTasksInWorkerOnly: isPostgres(settings.database) },
    paymentOptions: { paymentMethodHandlers: [] },
    plugins: [
      DefaultJobQueuePlugin.init({}),
      DefaultSchedulerPlugin.init({}),
      DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
      createPaymentPlugin(settings),
    ],
    logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  };
}
