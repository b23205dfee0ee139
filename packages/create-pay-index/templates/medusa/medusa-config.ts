import { defineConfig, loadEnv } from "@medusajs/framework/utils";
import { type PayIndexPluginOptions, payIndexProviders } from "@pay-index/medusa";

loadEnv(process.env.NODE_ENV ?? "development", process.cwd());

const env = process.env;
const shopUrl = required("SHOP_URL");
const medusaUrl = required("MEDUSA_URL");

const payments = {
  gateway: required("GATEWAY_URL"),
  sandbox: env.GATEWAY_IS_SANDBOX === "yes",
  // Where the gateway and buyers reach the plugin.
  publicUrl: `${medusaUrl}/hooks/pay-index`,
  merchants: [{ id: required("MERCHANT_ID"), key: required("MERCHANT_KEY"), variants: ["hosted"] }],
  orderPage: ({ reference }) => `${shopUrl}/orders/${reference}`,
} satisfies PayIndexPluginOptions;

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: required("DATABASE_URL"),
    http: {
      storeCors: shopUrl,
      adminCors: medusaUrl,
      authCors: medusaUrl,
      jwtSecret: required("JWT_SECRET"),
      cookieSecret: required("COOKIE_SECRET"),
    },
  },
  // Its build takes a minute. Remove this line to use the admin.
  admin: { disable: true },
  plugins: [{ resolve: "@pay-index/medusa", options: payments }],
  modules: [{ resolve: "@medusajs/medusa/payment", options: { providers: payIndexProviders(payments) } }],
});

/** @throws Error if the setting is missing or empty: a shop must not start with an empty key or password. */
function required(name: string): string {
  const value = env[name];
  if (!value) throw new Error(`Set ${name} in .env or in the environment.`);
  return value;
}
