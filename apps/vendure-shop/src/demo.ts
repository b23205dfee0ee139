import { fileURLToPath } from "node:url";
import { findFreePort } from "@pay-index/embedded-postgres";
import { checkOutToPaymentStep, submitPaymentChoice } from "@pay-index-apps/demo/buyer/multi-step-purchase";
import { productForVariant } from "@pay-index-apps/demo/buyer/payment-choice";
import type { ChildServerOptions } from "@pay-index-apps/demo/run/child-server";
import type { DemoAttempt } from "@pay-index-apps/demo/run/demo-shop-driver";
import { runDemo } from "@pay-index-apps/demo/run/run-demo";
import { isServer } from "./database-connection.ts";
import { DatabaseReader } from "./database-reader.ts";
import { readSettings } from "./settings.ts";
import { refundOrder } from "./staff/refund-order.ts";

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const { identifier: username, password } = readSettings(process.env, 0).superadmin;
const login = { username, password };

await runDemo({
  database: process.env.DATABASE_URL,
  cookies: true,
  mariadb: true,
  paid: "PaymentSettled",
  async processes({ port, sandboxUrl, database, env }) {
    // The worker needs the shop's address as well.
    const PORT = port === "0" ? String(await findFreePort("localhost")) : port;
    const about = { PORT, SANDBOX_URL: sandboxUrl, DATABASE_URL: database, ...env };
    const server: ChildServerOptions = {
      name: "shop",
      args: [fileOf("main.ts")],
      env: about,
      ready: /^shop: (http:\S+)/,
    };
    const worker: ChildServerOptions = {
      name: "worker",
      args: [fileOf("worker.ts")],
      env: about,
      ready: /^worker: ready/,
    };
    // A file belongs to one process.
    return isServer(database) ? [server, worker] : [server];
  },
  async order(browser, { shopUrl, database }, wish) {
    const code = await checkOutToPaymentStep(browser, shopUrl, productForVariant(wish));
    await submitPaymentChoice(browser, wish);
    const attempt = await new DatabaseReader(database).latestAttempt(code);
    return { orderPage: new URL(`/orders/${code}`, shopUrl), ...attempt };
  },
  stateInDatabase: (attempt, { database }) => new DatabaseReader(database).orderState(codeOf(attempt)),
  refund: (attempt, { shopUrl }, amount) => refundOrder({ shopUrl, login, code: codeOf(attempt), amount }),
  refundedInDatabase: (attempt, { database }) => new DatabaseReader(database).refunded(codeOf(attempt)),
});

function codeOf({ orderPage }: DemoAttempt): string {
  return orderPage.pathname.replace("/orders/", "");
}
