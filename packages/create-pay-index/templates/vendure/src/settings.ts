const env = process.env;

/** From `.env`, or from the environment. */
export const settings = {
  /** `dev` and `demo` listen on this machine only. Undefined: on all of its addresses. */
  listenHost: env.LISTEN_HOST,
  gateway: required("GATEWAY_URL"),
  isSandbox: env.GATEWAY_IS_SANDBOX === "yes",
  merchant: { id: required("MERCHANT_ID"), key: required("MERCHANT_KEY") },
  vendureUrl: required("VENDURE_URL"),
  vendurePort: Number(env.VENDURE_PORT ?? 3001),
  shopUrl: required("SHOP_URL"),
  shopPort: Number(env.PORT ?? 3000),
  databaseFile: env.DATABASE_FILE ?? "shop.db",
  /** Such as `mysql://shop:password@localhost:3306/shop`. Empty: the file is used. */
  databaseUrl: env.DATABASE_URL ?? "",
  superadminPassword: required("SUPERADMIN_PASSWORD"),
  cookieSecret: required("COOKIE_SECRET"),
};

/** @throws Error if the setting is missing or empty: a shop must not start with an empty key or password. */
function required(name: string): string {
  const value = env[name];
  if (!value) throw new Error(`Set ${name} in .env or in the environment.`);
  return value;
}
