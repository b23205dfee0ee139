import { loadEnv } from "@medusajs/framework/utils";
import type { PayIndexPluginOptions } from "@pay-index/medusa";

loadEnv(process.env.NODE_ENV ?? "development", process.cwd());

const env = process.env;

/** From `.env`, or from the environment. */
export const settings = {
  databaseUrl: required("DATABASE_URL"),
  jwtSecret: required("JWT_SECRET"),
  cookieSecret: required("COOKIE_SECRET"),
  medusaUrl: required("MEDUSA_URL"),
  shopUrl: required("SHOP_URL"),
};

export const payIndexOptions = {
  gateway: required("GATEWAY_URL"),
  sandbox: env.GATEWAY_IS_SANDBOX === "yes",
  // Where the gateway and buyers reach the plugin.
  publicUrl: `${settings.medusaUrl}/hooks/pay-index`,
  merchants: [{ id: required("MERCHANT_ID"), key: required("MERCHANT_KEY"), variants: ["hosted"] }],
  orderPage: ({ reference }) => `${settings.shopUrl}/orders/${reference}`,
} satisfies PayIndexPluginOptions;

/** @throws Error if the setting is missing or empty: a shop must not start with an empty key or password. */
function required(name: string): string {
  const value = env[name];
  if (!value) throw new Error(`Set ${name} in .env or in the environment.`);
  return value;
}
