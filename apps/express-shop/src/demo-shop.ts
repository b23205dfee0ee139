import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { toAmountText } from "@pay-index/express";
import { productForVariant } from "@pay-index-apps/demo/buyer/payment-choice";
import { openAlertReceiver } from "@pay-index-apps/demo/run/alert-receiver";
import type { DemoShopDriver } from "@pay-index-apps/demo/run/demo-shop-driver";
import { openCheckoutOfNewOrder, submitPaymentChoice } from "./buyer/purchase.ts";
import {
  fetchLatestAttemptFromPage,
  readOrderState,
  readRefundedAmount,
  readSubscription,
} from "./database-reader.ts";
import { frameworks } from "./frameworks/index.ts";

const runFile = promisify(execFile);

/** The password of the shop's staff in this run. */
const staffPassword = randomUUID();
const dayMs = 86_400_000;
const authorization = `Basic ${Buffer.from(`staff:${staffPassword}`).toString("base64")}`;

const alerts = await openAlertReceiver();

/** The description of this shop for the demo. */
export const demoShop = {
  cookies: false,
  paid: "paid",
  alerts,
  frameworks: Object.keys(frameworks),
  processes: ({ port, sandboxUrl, database, framework, env }) => [
    {
      name: "shop",
      args: [fileURLToPath(new URL("main.ts", import.meta.url))],
      env: {
        PORT: port,
        FRAMEWORK: framework ?? "express",
        SANDBOX_URL: sandboxUrl,
        DATABASE_URL: database,
        STAFF_PASSWORD: staffPassword,
        ALERT_URL: alerts.url,
        ALERT_SECRET: alerts.secret,
        ...env,
      },
      ready: /^shop: (http:\S+)/,
    },
  ],
  async order(browser, { shopUrl }, wish) {
    const orderPage = await openCheckoutOfNewOrder(browser, shopUrl, productForVariant(wish));
    await submitPaymentChoice(browser, wish);
    return fetchLatestAttemptFromPage(orderPage);
  },
  stateInDatabase: ({ orderPage }, { database }) => readOrderState(database, orderIdOf(orderPage)),
  staffPages: { path: "/staff/", login: `the password ${staffPassword}, with any name` },
  async refund({ attemptId }, { shopUrl }, amount) {
    const { refund } = await askStaffApi<RefundAnswer>(shopUrl, "attempts/refund", {
      attemptId,
      amount: toAmountText(amount),
      reason: "The lamp came with a scratch.",
      requestId: randomUUID(),
    });
    if (refund.state !== "accepted") throw new Error(`the refund is ${refund.state}: ${refund.text}`);
  },
  async createPaymentLink({ orderPage }, { shopUrl }, amount) {
    const { link } = await askStaffApi<LinkAnswer>(shopUrl, "links/create", {
      reference: orderIdOf(orderPage),
      amount: toAmountText(amount),
      currency: amount.currency,
      endsAt: new Date(Date.now() + dayMs).toISOString(),
    });
    return link.url;
  },
  async reconcile({ shopUrl, sandboxUrl, database }, { file, from, to }) {
    const command = fileURLToPath(new URL("main.js", import.meta.resolve("pay-index")));
    const config = fileURLToPath(new URL("pay-index.config.ts", import.meta.url));
    const period = ["--from", from, "--to", to, "--statement", file, "--config", config];
    const env = { ...process.env, SHOP_URL: shopUrl, SANDBOX_URL: sandboxUrl, DATABASE_URL: database };
    try {
      return (await runFile(process.execPath, [command, "reconcile", ...period], { env })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(stdout || stderr);
    }
  },
  refundedInDatabase: ({ orderPage }, { database }) => readRefundedAmount(database, orderIdOf(orderPage)),
  subscriptionInDatabase: ({ orderPage }, { database }) => readSubscription(database, orderIdOf(orderPage)),
} satisfies DemoShopDriver;

function orderIdOf(orderPage: URL): string {
  return orderPage.pathname.replace("/orders/", "");
}

interface RefundAnswer {
  readonly refund: { readonly state: string; readonly text: string | null };
}

interface LinkAnswer {
  readonly link: { readonly url: string };
}

/** Sends a request as the shop's staff do. @throws Error with the reason if the shop refuses it */
async function askStaffApi<Answer>(shopUrl: string, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${shopUrl}/staff/api/${path}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer & { readonly error?: { readonly message: string } };
  if (answer.error !== undefined) throw new Error(`the shop refused ${path}: ${answer.error.message}`);
  return answer;
}
