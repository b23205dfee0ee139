import { fileURLToPath } from "node:url";
import { checkOutToPaymentStep, submitPaymentChoice } from "@pay-index-apps/demo/buyer/multi-step-purchase";
import { productForVariant } from "@pay-index-apps/demo/buyer/payment-choice";
import type { DemoAttempt } from "@pay-index-apps/demo/run/demo-shop-driver";
import { runDemo } from "@pay-index-apps/demo/run/run-demo";
import { DatabaseReader } from "./database-reader.ts";
import { refundOrder } from "./staff/refund-order.ts";
import { staffLogin as login } from "./stock/seed-data.ts";
import { startSeededPostgres } from "./stock/seeded-postgres.ts";

await runDemo({
  database: process.env.DATABASE_URL ?? (async () => (await startSeededPostgres()).url),
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
    const cart = await checkOutToPaymentStep(browser, shopUrl, productForVariant(wish));
    await submitPaymentChoice(browser, wish);
    const attempt = await new DatabaseReader(database).latestAttempt(cart);
    return { orderPage: new URL(`/orders/${cart}`, shopUrl), ...attempt };
  },
  stateInDatabase: (attempt, { database }) => new DatabaseReader(database).orderState(cartOf(attempt)),
  refund: (attempt, { shopUrl }, amount) => refundOrder({ shopUrl, login, cartId: cartOf(attempt), amount }),
  refundedInDatabase: (attempt, { database }) => new DatabaseReader(database).refunded(cartOf(attempt)),
});

function cartOf({ orderPage }: DemoAttempt): string {
  return orderPage.pathname.replace("/orders/", "");
}
