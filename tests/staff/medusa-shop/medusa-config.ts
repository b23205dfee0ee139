import { defineConfig } from "@medusajs/framework/utils";
import { payIndexProviders } from "@pay-index/medusa";

// Read by the build as well, which sets none of it.
const url = `http://127.0.0.1:${process.env.PORT ?? 9000}`;

const payments = {
  gateway: process.env.SANDBOX_URL ?? "http://localhost:4400",
  sandbox: true,
  sandboxInProduction: true,
  publicUrl: `${url}/hooks/pay-index`,
  acceptRawCards: true as const,
  operations: { query: {}, refund: {}, refundQuery: {}, cancelSubscription: {}, disputeWebhook: {} },
  merchants: ["card", "hosted", "link", "subscription", "apm"].map((variant, index) => ({
    id: String(10_001 + index),
    key: `sandbox-${variant}-key`,
    variants: [variant as "hosted"],
  })),
  subscriptionPlan: () => ({
    id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
    name: "Tea each month",
    type: "monthly" as const,
    description: "The same tea again each month",
    attempts: 3,
    totalCount: 12,
  }),
  orderPage: ({ reference }: { reference: string }) => `${url}/orders/${reference}`,
};

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: url,
      adminCors: url,
      authCors: url,
      jwtSecret: "not-a-secret",
      cookieSecret: "not-a-secret",
    },
    // The admin's cookie would want https.
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  plugins: [{ resolve: "@pay-index/medusa", options: payments }],
  modules: [{ resolve: "@medusajs/medusa/payment", options: { providers: payIndexProviders(payments) } }],
});
