import { fileURLToPath } from "node:url";
import { productFor } from "@pay-index-apps/demo/buyer/wish";
import type { DemoShop } from "@pay-index-apps/demo/run/demo-shop";
import { checkOut, fillCart } from "./buyer/purchase.ts";
import { readOrderPage, readShopDatabase, readSubscription } from "./witness.ts";

/** What this shop tells the demo about itself. */
export const demoShop = {
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
    const orderPage = await fillCart(browser, shopUrl, productFor(wish));
    await checkOut(browser, wish);
    return readOrderPage(orderPage);
  },
  stateInDatabase: ({ orderPage }, { database }) => readShopDatabase(database, idOf(orderPage)),
  subscriptionInDatabase: ({ orderPage }, { database }) => readSubscription(database, idOf(orderPage)),
} satisfies DemoShop;

function idOf(orderPage: URL): string {
  return orderPage.pathname.replace("/orders/", "");
}
