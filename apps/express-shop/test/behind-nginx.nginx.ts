import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { RawConnection, wholeRequest } from "@pay-index/conformance/connections";
import { findFreePort } from "@pay-index/embedded-postgres";
import { createSandbox } from "@pay-index/sandbox";
import { createControlClient } from "@pay-index/sandbox/client";
import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { completeGatewayPages, waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCheckoutOfNewOrder, submitPaymentChoice } from "../src/buyer/purchase.ts";
import { createShop } from "../src/shop.ts";
import { startNginx } from "./nginx-server.ts";

const keys = {
  card: "sandbox-card-key",
  hosted: "sandbox-hosted-key",
  link: "sandbox-link-key",
  subscription: "sandbox-subscription-key",
  apm: "sandbox-apm-key",
};

/** The sample shop behind nginx, with one proxy to trust. */
async function openBehindNginx() {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-shop-test-"));
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 } });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  let connections = 0;
  server.on("connection", () => connections++);
  const ports = { shop: (server.address() as AddressInfo).port, nginx: await findFreePort() };
  const publicUrl = `http://127.0.0.1:${ports.nginx}`;
  const shop = await createShop({
    gateway: sandbox.url,
    shopUrl: publicUrl,
    database: join(folder, "shop.db"),
    keys,
    onEvent: () => undefined,
  });
  shop.app.set("trust proxy", 1);
  server.on("request", shop.app);
  const nginx = await startNginx(ports);
  return {
    publicUrl,
    sandbox,
    nginx,
    control: createControlClient(sandbox.url),
    connections: () => connections,
    async close() {
      await nginx.close();
      server.close();
      server.closeAllConnections();
      await shop.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let shopBehindNginx: Awaited<ReturnType<typeof openBehindNginx>>;
beforeAll(async () => {
  shopBehindNginx = await openBehindNginx();
});
afterAll(() => shopBehindNginx?.close());

/** A buyer who has chosen to pay on the gateway's page. */
async function openWaitingPage() {
  const buyer = new FormBrowser();
  const orderPage = await openCheckoutOfNewOrder(buyer, shopBehindNginx.publicUrl);
  await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
  const order = shopBehindNginx.sandbox.orders().at(-1);
  const details = await shopBehindNginx.control.orderDetails(order?.orderId ?? "");
  const submitted = details.timeline.find((event) => event.type === "submitted");
  const fields = submitted?.type === "submitted" ? submitted.fields : {};
  return { buyer, orderPage, fields };
}

/** An HTTP exchange from another address of this machine. */
async function get(path: string, options: { localAddress?: string; headers?: Record<string, string> } = {}) {
  const asked = request(new URL(path, shopBehindNginx.publicUrl), { agent: false, ...options });
  asked.end();
  const [response] = await once(asked, "response");
  return { status: response.statusCode, body: await text(response) };
}

test("an order is paid through nginx, and every address that the gateway gets is the public one", async () => {
  const { buyer, fields } = await openWaitingPage();
  expect(fields.pay_notifyurl).toMatch(new RegExp(`^${shopBehindNginx.publicUrl}/pay/notify/`));
  expect(fields.pay_callbackurl).toMatch(new RegExp(`^${shopBehindNginx.publicUrl}/pay/return/`));
  await completeGatewayPages(buyer, testCards.good);
  await waitForOrderPage(buyer);
  expect(buyer.page.root.querySelector("[data-state]")?.getAttribute("data-state")).toBe("paid");
});

describe.each(["content-length", "chunked"] as const)("notifications of 300 kB, %s", (how) => {
  test("leave the connections to the shop usable for the next four visitors", async () => {
    const { fields } = await openWaitingPage();
    const path = new URL(fields.pay_notifyurl ?? "").pathname;
    const before = shopBehindNginx.connections();
    for (let visitor = 0; visitor < 4; visitor++) {
      const sender = await RawConnection.open(shopBehindNginx.publicUrl);
      sender.send(wholeRequest({ path }, how, 300_000));
      expect(await sender.reply()).toMatchObject({ status: 413, body: "large" });
      sender.close();
      const sent = performance.now();
      expect((await get("/")).status).toBe(200);
      expect(performance.now() - sent).toBeLessThan(1_500);
    }
    // The shop served all eight on connections that it had, or on one more.
    expect(shopBehindNginx.connections() - before).toBeLessThanOrEqual(1);
    expect(shopBehindNginx.nginx.errorLog()).not.toMatch(/\[(error|crit|alert|emerg)\]/);
  });
});

test("the gateway gets the buyer's address, and buyers cannot choose it", async () => {
  const created = await fetch(`${shopBehindNginx.publicUrl}/orders`, {
    method: "POST",
    body: new URLSearchParams({ lamp: "1" }),
    redirect: "manual",
  });
  const body = new URLSearchParams({
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "2070000000",
    country: "GB",
    variant: "hosted",
  });
  const asked = request(new URL(created.headers.get("location") ?? "", shopBehindNginx.publicUrl), {
    method: "POST",
    agent: false,
    localAddress: "127.0.0.2",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": "203.0.113.9",
      "user-agent": "a buyer's browser",
    },
  });
  asked.end(body.toString());
  const [response] = await once(asked, "response");
  expect(response.statusCode).toBe(303);
  const details = await shopBehindNginx.control.orderDetails(
    shopBehindNginx.sandbox.orders().at(-1)?.orderId ?? "",
  );
  const submitted = details.timeline.find((event) => event.type === "submitted");
  expect(JSON.stringify(submitted)).toContain("127.0.0.2");
  expect(JSON.stringify(submitted)).not.toContain("203.0.113.9");
});

test("the access log has the gateway order IDs and none of the tokens", async () => {
  const { fields } = await openWaitingPage();
  const { pathname } = new URL(fields.pay_notifyurl ?? "");
  const [token = "", attemptId = ""] = pathname.split("/").reverse();
  expect((await get(pathname)).status).toBe(405);
  expect(shopBehindNginx.nginx.accessLog()).toContain(`/pay/notify/${attemptId}/...`);
  expect(shopBehindNginx.nginx.accessLog()).not.toContain(token);
});
