import { defineConfig, loadEnv } from "@medusajs/framework/utils";
import { type PayIndexPluginOptions, payIndexProviders } from "@pay-index/medusa";

loadEnv(process.env.NODE_ENV ?? "development", process.cwd());

const env = process.env;
const shopUrl = env.SHOP_URL ?? "";

const payments = {
  gateway: env.GATEWAY_URL ?? "",
  sandbox: env.GATEWAY_IS_SANDBOX === "yes",
  // Where the gateway and buyers reach the plugin.
  publicUrl: `${env.MEDUSA_URL}/hooks/pay-index`,
  merchants: [{ id: env.MERCHANT_ID ?? "", key: env.MERCHANT_KEY ?? "", variants: ["hosted"] }],
  orderPage: ({ reference }) => `${shopUrl}/orders/${reference}`,
} satisfies PayIndexPluginOptions;

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    http: {
      storeCors: shopUrl,
      adminCors: env.MEDUSA_URL ?? "",
      authCors: env.MEDUSA_URL ?? "",
      jwtSecret: env.JWT_SECRET,
      cookieSecret: env.COOKIE_SECRET,
    },
  },
  // Its build takes a minute. Remove this line to use the admin.
  admin: { disable: true },
  plugins: [{ resolve: "@pay-index/medusa", options: payments }],
  modules: [{ resolve: "@medusajs/medusa/payment", options: { providers: payIndexProviders(payments) } }],
});
