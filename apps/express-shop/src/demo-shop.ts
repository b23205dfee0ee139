import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { toAmountText } from "@pay-index/express";
import { productForVariant } from "@pay-index-apps/demo/buyer/payment-choice";
import type { DemoShopDriver } from "@pay-index-apps/demo/run/demo-shop-driver";
import { openCheckoutOfNewOrder, submitPaymentChoice } from "./buyer/purchase.ts";
import {
  fetchLatestAttemptFromPage,
  readOrderState,
  readRefundedAmount,
  readSubscription,
} from "./database-reader.ts";

/** The secret of the shop's staff in this run. */
const staffToken = randomUUID();

/** The description of this shop for the demo. */
export const demoShop = {
  cookies: false,
  paid: "paid",
  processes: ({ port, sandboxUrl, database, env }) => [
    {
      name: "shop",
      args: [fileURLToPath(new URL("main.ts", import.meta.url))],
      env: { PORT: port, SANDBOX_URL: sandboxUrl, DATABASE_URL: database, STAFF_TOKEN: staffToken, ...env },
      ready: /^shop: (http:\S+)/,
    },
  ],
  async order(browser, { shopUrl }, wish) {
    const orderPage = await openCheckoutOfNewOrder(browser, shopUrl, productForVariant(wish));
    await submitPaymentChoice(browser, wish);
    return fetchLatestAttemptFromPage(orderPage);
  },
  stateInDatabase: ({ orderPage }, { database }) => readOrderState(database, orderIdOf(orderPage)),
  async refund({ orderPage }, { shopUrl }, amount) {
    const response = await fetch(`${shopUrl}/staff/orders/${orderIdOf(orderPage)}/refunds`, {
      method: "POST",
      headers: { authorization: `Bearer ${staffToken}`, "content-type": "application/json" },
      body: JSON.stringify({
        amount: toAmountText(amount),
        reason: "The lamp came with a scratch.",
        idempotencyKey: randomUUID(),
      }),
    });
    const { state, text, message } = await readAnswer(response);
    if (message !== undefined) throw new Error(`the shop refused the refund: ${message}`);
    if (state !== "accepted") throw new Error(`the refund is ${state}: ${text}`);
  },
  refundedInDatabase: ({ orderPage }, { database }) => readRefundedAmount(database, orderIdOf(orderPage)),
  subscriptionInDatabase: ({ orderPage }, { database }) => readSubscription(database, orderIdOf(orderPage)),
} satisfies DemoShopDriver;

function orderIdOf(orderPage: URL): string {
  return orderPage.pathname.replace("/orders/", "");
}

async function readAnswer(response: Response) {
  return (await response.json()) as Partial<Record<"state" | "text" | "message", string>>;
}
