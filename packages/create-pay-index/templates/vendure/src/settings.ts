const env = process.env;

/** From `.env`, or from the environment. */
export const settings = {
  gateway: env.GATEWAY_URL ?? "",
  isSandbox: env.GATEWAY_IS_SANDBOX === "yes",
  merchant: { id: env.MERCHANT_ID ?? "", key: env.MERCHANT_KEY ?? "" },
  vendureUrl: env.VENDURE_URL ?? "",
  vendurePort: Number(env.VENDURE_PORT ?? 3001),
  shopUrl: env.SHOP_URL ?? "",
  shopPort: Number(env.PORT ?? 3000),
  databaseFile: env.DATABASE_FILE ?? "shop.db",
  superadminPassword: env.SUPERADMIN_PASSWORD ?? "",
  cookieSecret: env.COOKIE_SECRET ?? "",
};
