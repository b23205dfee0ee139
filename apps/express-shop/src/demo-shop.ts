import { fileURLToPath } from "node:url";
import { productForVariant } from "@pay-index-apps/demo/buyer/payment-choice";
import type { DemoShop } from "@pay-index-apps/demo/run/demo-shop";
import { openCheckout, submitPaymentChoice } from "./buyer/purchase.ts";
import { readLatestAttempt, readOrderState, readSubscription } from "./database-reader.ts";

/** The description of this shop for the demo. */
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
    const orderPage = await openCheckout(browser, shopUrl, productForVariant(wish));
    await submitPaymentChoice(browser, wish);
    return readLatestAttempt(orderPage);
  },
  stateInDatabase: ({ orderPage }, { database }) => readOrderState(database, orderIdOf(orderPage)),
  subscriptionInDatabase: ({ orderPage }, { database }) => readSubscription(database, orderIdOf(orderPage)),
} satisfies DemoShop;

function orderIdOf(orderPage: URL): string {
  return orderPage.pathname.replace("/orders/", "");
}
