import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPayIndex, money } from "@pay-index/express";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { sqlite } from "@pay-index/sqlite";
import express from "express";

/** What the shop's start gives the app: `openPayment` takes all of it. */
type StartedPayment = Readonly<Record<"url" | "attemptId" | "status", string>>;

/** A real shop for an app of the scheme `teashop`, and the gateway that it sells by. */
export interface AppShop extends AsyncDisposable {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** Sells this order by a wallet, with `pay_app_scheme`. */
  start(order: string): Promise<StartedPayment>;
}

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "2070000000",
  country: "GB",
};

export async function openAppShop(): Promise<AppShop> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-app-shop-"));
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, allowAppSchemes: ["teashop"] });
  const app = express();
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pay = await createPayIndex({
    gateway: sandbox.url,
    sandbox: true,
    publicUrl: `${url}/pay`,
    merchants: [{ id: "10005", key: "sandbox-apm-key", variants: ["apm"] }],
    store: sqlite(join(folder, "shop.db")),
    amountDue: () => money(1999, "USD"),
    onPaid: () => undefined,
    // In the browser; a system that knows the app's universal links opens the app instead.
    orderPage: ({ reference }) => `/orders/${reference}`,
    tickEvery: 0,
  });
  app.use("/pay", pay.router);
  app.post("/start/:order", async (request, response) => {
    const { order } = request.params;
    const { url, attemptId, statusUrl } = await pay.start({
      reference: order,
      variant: "apm",
      method: "alipay",
      appScheme: `teashop://orders/${order}`,
      amount: money(1999, "USD"),
      buyer,
      request,
    });
    response.json({ url, attemptId, status: statusUrl });
  });
  // For an app without universal links: the order's page leads into it.
  app.get("/orders/:order", async ({ params: { order } }, response) => {
    const { state } = await pay.status({ reference: order });
    response.redirect(303, `teashop://orders/${order}?paymentStatus=${state}`);
  });
  return {
    url,
    sandbox,
    async start(order) {
      const answer = await fetch(`${url}/start/${order}`, { method: "POST" });
      return (await answer.json()) as StartedPayment;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await pay.close();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
