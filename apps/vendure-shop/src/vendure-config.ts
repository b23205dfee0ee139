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
import { createConnectionOptions, isServer } from "./database-connection.ts";
import type { Settings } from "./settings.ts";
import { createStorefront } from "./storefront/storefront.ts";

/** Creates the payment plugin. A merchant of the sandbox has one variant, so there are five merchants. */
function createPaymentPlugin({ gateway, shopUrl, keys, hasOperations }: Settings) {
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
    // Two of the variants accept the card in this shop. A shop with only `hosted` leaves this out, and needs less PCI
    // DSS.
    acceptRawCards: true,
    operations: hasOperations ? { query: {}, refund: {}, refundQuery: {} } : {},
    plans,
    orderPage: ({ reference }) => `/orders/${reference}`,
    // Buyers see the result in their own language, with a link to the order.
    pages: { outcome: "ours" },
  });
}

/** Returns a standard Vendure with the payments and a storefront. */
export function createVendureConfig(settings: Settings): VendureConfig {
  return {
    apiOptions: {
      port: settings.port,
      hostname: "localhost",
      adminApiPath: "admin-api",
      shopApiPath: "shop-api",
      cors: { origin: settings.shopUrl, credentials: true },
      csrfPrevention: true,
      // The storefront calls the Shop API from this machine, and passes the buyer's address.
      trustProxy: "loopback",
      middleware: [{ route: "/", beforeListen: true, handler: createStorefront(settings) }],
    },
    authOptions: {
      tokenMethod: ["cookie", "bearer"],
      superadminCredentials: settings.superadmin,
      // For the sample shop only. In your own shop, read the secret from the environment, the same on every server.
      cookieOptions: { secret: "not-a-secret", sameSite: "lax" },
    },
    dbConnectionOptions: createConnectionOptions(settings.database),
    // Tasks run in the worker. Without a worker they run here.
    schedulerOptions: { runTasksInWorkerOnly: isServer(settings.database) },
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
