const env = process.env;

/** From `.env`, or from the environment. */
export const settings = {
  gateway: env.GATEWAY_URL ?? "",
  isSandbox: env.GATEWAY_IS_SANDBOX === "yes",
  merchant: { id: env.MERCHANT_ID ?? "", key: env.MERCHANT_KEY ?? "" },
  shopUrl: env.SHOP_URL ?? "",
  port: Number(env.PORT ?? 3000),
  databaseFile: env.DATABASE_FILE ?? "shop.db",
};
