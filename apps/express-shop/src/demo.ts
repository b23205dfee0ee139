import { fileURLToPath } from "node:url";
import { runDemo } from "@pay-index-apps/demo/run/demo";
import { checkOut, fillCart } from "./buyer/purchase.ts";
import { readOrderPage, readShopDatabase } from "./witness.ts";

await runDemo({
  cookies: false,
  paid: "paid",
  processes: ({ port, sandboxUrl, database, env }) => [
    {
      name: "shop",
      args: [fileURLToPath(new URL("main.ts", import.meta.url))],
      env: { PORT: port, SANDBOX_URL: sandboxUrl, DATABASE_URL: database, ...env },
      ready: /^shop: (http:\S+)/,
    },
  ],
  async order(browser, { shopUrl }, wish) {
    const orderPage = await fillCart(browser, shopUrl);
    await checkOut(browser, wish);
    return readOrderPage(orderPage);
  },
  stateInDatabase: ({ orderPage }, { database }) =>
    readShopDatabase(database, orderPage.pathname.replace("/orders/", "")),
});
