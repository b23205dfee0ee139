import { fileURLToPath } from "node:url";
import { checkOut, fillCart } from "@pay-index-apps/demo/buyer/purchase-in-steps";
import { productFor } from "@pay-index-apps/demo/buyer/wish";
import { runDemo } from "@pay-index-apps/demo/run/demo";
import { startFilledPostgres } from "./stock/filled-postgres.ts";
import { Witness } from "./witness.ts";

await runDemo({
  database: process.env.DATABASE_URL ?? (async () => (await startFilledPostgres()).url),
  cookies: true,
  paid: "captured",
  processes: ({ port, sandboxUrl, database, env }) => [
    {
      name: "shop",
      args: [fileURLToPath(new URL("main.ts", import.meta.url))],
      env: { PORT: port, SANDBOX_URL: sandboxUrl, DATABASE_URL: database, ...env },
      ready: /^shop: (http:\S+)/,
    },
  ],
  async order(browser, { shopUrl, database }, wish) {
    const cart = await fillCart(browser, shopUrl, productFor(wish));
    await checkOut(browser, wish);
    const attempt = await new Witness(database).latestAttempt(cart);
    return { orderPage: new URL(`/orders/${cart}`, shopUrl), ...attempt };
  },
  stateInDatabase: ({ orderPage }, { database }) =>
    new Witness(database).orderState(orderPage.pathname.replace("/orders/", "")),
});
