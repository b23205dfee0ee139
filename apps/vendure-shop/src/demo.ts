import { fileURLToPath } from "node:url";
import { anyPort } from "@pay-index/embedded-postgres";
import { checkOut, fillCart } from "@pay-index-apps/demo/buyer/purchase-in-steps";
import { productFor } from "@pay-index-apps/demo/buyer/wish";
import type { Start } from "@pay-index-apps/demo/run/child";
import { runDemo } from "@pay-index-apps/demo/run/demo";
import { isPostgres } from "./database.ts";
import { Witness } from "./witness.ts";

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

await runDemo({
  database: process.env.DATABASE_URL,
  cookies: true,
  paid: "PaymentSettled",
  async processes({ port, sandboxUrl, database, env }) {
    // The worker, too, must know where the shop is.
    const PORT = port === "0" ? String(await anyPort("localhost")) : port;
    const about = { PORT, SANDBOX_URL: sandboxUrl, DATABASE_URL: database, ...env };
    const server: Start = { name: "shop", args: [fileOf("main.ts")], env: about, ready: /^shop: (http:\S+)/ };
    const worker: Start = {
      name: "worker",
      args: [fileOf("worker.ts")],
      env: about,
      ready: /^worker: ready/,
    };
    // A file is for one process alone.
    return isPostgres(database) ? [server, worker] : [server];
  },
  async order(browser, { shopUrl, database }, wish) {
    const code = await fillCart(browser, shopUrl, productFor(wish));
    await checkOut(browser, wish);
    const attempt = await new Witness(database).latestAttempt(code);
    return { orderPage: new URL(`/orders/${code}`, shopUrl), ...attempt };
  },
  stateInDatabase: ({ orderPage }, { database }) =>
    new Witness(database).orderState(orderPage.pathname.replace("/orders/", "")),
});
