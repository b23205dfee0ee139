const { SHOP_URL, GATEWAY_URL, DATABASE_FILE } = process.env;

/** For the sandbox on this machine. A project of create-pay-index has another file here, which reads `.env`. */
export const settings = {
  gateway: GATEWAY_URL ?? "http://localhost:4400",
  isSandbox: true,
  merchant: { id: "10002", key: "sandbox-hosted-key" },
  shopUrl: SHOP_URL ?? "http://localhost:3000",
  databaseFile: DATABASE_FILE ?? "shop.db",
};
