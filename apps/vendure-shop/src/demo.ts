import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Start } from "@pay-index-apps/demo/run/child";
import { runDemo } from "@pay-index-apps/demo/run/demo";
import { anyPort } from "@pay-index-apps/demo/run/ports";
import { checkOut, fillCart } from "./buyer/purchase.ts";
import { Witness } from "./witness.ts";

// With a Postgres the shop is a server and a worker; without one it keeps a file, and is one process.
const { DATABASE_URL } = process.env;
const databaseIn = (folder: string) => DATABASE_URL ?? join(folder, "shop.db");
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

await runDemo({
  cookies: true,
  paid: "PaymentSettled",
  async processes({ port, sandboxUrl, folder, env }) {
    // The worker, too, must know where the shop is.
    const PORT = port === "0" ? String(await anyPort()) : port;
    const about = { PORT, SANDBOX_URL: sandboxUrl, SHOP_DB: databaseIn(folder), ...env };
    const server: Start = { name: "shop", args: [fileOf("main.ts")], env: about, ready: /^shop: (http:\S+)/ };
    const worker: Start = {
      name: "worker",
      args: [fileOf("worker.ts")],
      env: about,
      ready: /^worker: ready/,
    };
    return DATABASE_URL === undefined ? [server] : [server, worker];
  },
  async order(browser, { shopUrl, folder }, wish) {
    const code = await fillCart(browser, shopUrl);
    await checkOut(browser, wish);
    const attempt = await new Witness(databaseIn(folder)).latestAttempt(code);
    return { orderPage: new URL(`/orders/${code}`, shopUrl), ...attempt };
  },
  stateInDatabase: ({ orderPage }, { folder }) =>
    new Witness(databaseIn(folder)).orderState(orderPage.pathname.replace("/orders/", "")),
});
