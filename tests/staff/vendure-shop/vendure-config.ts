import { join } from "node:path";
import { PayIndexPlugin } from "@pay-index/vendure";
import { DefaultLogger, DefaultSchedulerPlugin, LogLevel, type VendureConfig } from "@vendure/core";
import { DashboardPlugin } from "@vendure/dashboard/plugin";

// Read by the dashboard's build as well, which sets none of it.
const port = Number(process.env.PORT ?? 3000);
const gateway = process.env.SANDBOX_URL ?? "http://localhost:4400";

export const config: VendureConfig = {
  apiOptions: { port, hostname: "127.0.0.1", adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: ["bearer", "cookie"],
    superadminCredentials: { identifier: "superadmin", password: "superadmin" },
    cookieOptions: { secret: "not-a-secret" },
  },
  dbConnectionOptions: { type: "sqljs", synchronize: true },
  schedulerOptions: { runTasksInWorkerOnly: false },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [
    DefaultSchedulerPlugin.init({}),
    PayIndexPlugin.init({
      gateway,
      sandbox: true,
      publicUrl: `http://127.0.0.1:${port}/pay`,
      acceptRawCards: true,
      operations: { query: {}, refund: {}, refundQuery: {}, cancelSubscription: {}, disputeWebhook: {} },
      merchants: [
        { id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] },
        { id: "10004", key: "sandbox-subscription-key", variants: ["subscription"] },
        // No channel has this id, so the shop warns at start.
        { id: "10009", key: "sandbox-hosted-key", tenant: "north" },
      ],
      plans: {
        tea: {
          id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
          name: "Tea each month",
          type: "monthly",
          description: "The same tea again each month",
          attempts: 3,
          totalCount: 12,
        },
      },
      orderPage: ({ reference }) => `/orders/${reference}`,
    }),
    DashboardPlugin.init({ route: "dashboard", appDir: join(process.cwd(), "dist/dashboard") }),
  ],
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
};
