import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runDemo } from "@pay-index-apps/demo/run/demo";
import { checkOut, fillCart } from "./buyer/purchase.ts";
import { readOrderPage, readShopFile } from "./witness.ts";

const fileIn = (folder: string) => join(folder, "shop.db");

await runDemo({
  cookies: false,
  paid: "paid",
  processes: ({ port, sandboxUrl, folder, env }) => [
    {
      name: "shop",
      args: [fileURLToPath(new URL("main.ts", import.meta.url))],
      env: { PORT: port, SANDBOX_URL: sandboxUrl, SHOP_DB: fileIn(folder), ...env },
      ready: /^shop: (http:\S+)/,
    },
  ],
  async order(browser, { shopUrl }, wish) {
    const orderPage = await fillCart(browser, shopUrl);
    await checkOut(browser, wish);
    return readOrderPage(orderPage);
  },
  stateInDatabase: ({ orderPage }, { folder }) =>
    readShopFile(fileIn(folder), orderPage.pathname.replace("/orders/", "")),
});
