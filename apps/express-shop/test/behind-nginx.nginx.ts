import { once } from "node:events";
import { request } from "node:http";
import { findFreePort } from "@pay-index/embedded-postgres";
import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { completeGatewayPages, waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RawConnection, wholeRequest } from "../../../tests/connections/index.ts";
import { openCheckoutOfNewOrder, submitPaymentChoice } from "../src/buyer/purchase.ts";
import { openInProcessShop } from "./in-process-shop.ts";
import { startNginx } from "./nginx-server.ts";

/** The sample shop behind nginx, with one proxy to trust. */
async function openBehindNginx() {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const shop = await openInProcessShop({ shopUrl: publicUrl });
  let connections = 0;
  shop.server.on("connection", () => connections++);
  shop.app.set("trust proxy", 1);
  const nginx = await startNginx({ shop: shop.port, nginx: port });
  return {
    publicUrl,
    sandbox: shop.sandbox,
    nginx,
    connections: () => connections,
    async close() {
      await nginx.close();
      await shop.close();
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
  await openCheckoutOfNewOrder(buyer, shopBehindNginx.publicUrl);
  await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
  return { buyer, fields: await readSubmittedFields() };
}

/** What the shop submitted to the gateway last. */
async function readSubmittedFields(): Promise<Readonly<Record<string, string>>> {
  const { sandbox } = shopBehindNginx;
  const { timeline } = await sandbox.orderDetails(sandbox.orders().at(-1)?.orderId ?? "");
  const submitted = timeline.find((event) => event.type === "submitted");
  return submitted?.type === "submitted" ? submitted.fields : {};
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
      expect((await fetch(shopBehindNginx.publicUrl)).status).toBe(200);
      expect(performance.now() - sent).toBeLessThan(1_500);
    }
    // The shop served all eight on connections that it had, or on one more.
    expect(shopBehindNginx.connections() - before).toBeLessThanOrEqual(1);
    expect(shopBehindNginx.nginx.errorLog()).not.toMatch(/\[(error|crit|alert|emerg)\]/);
  });
});

test("the gateway gets the buyer's address, and buyers cannot choose it", async () => {
  const { publicUrl } = shopBehindNginx;
  const body = new URLSearchParams({ lamp: "1" });
  const created = await fetch(`${publicUrl}/orders`, { method: "POST", body, redirect: "manual" });
  const buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "2070000000" };
  const asked = request(new URL(created.headers.get("location") ?? "", publicUrl), {
    method: "POST",
    agent: false,
    localAddress: "127.0.0.2",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": "203.0.113.9",
      "user-agent": "a buyer's browser",
    },
  });
  asked.end(new URLSearchParams({ ...buyer, country: "GB", variant: "hosted" }).toString());
  const [response] = await once(asked, "response");
  expect(response.statusCode).toBe(303);
  expect((await readSubmittedFields()).pay_ip).toBe("127.0.0.2");
});

test("the access log has the gateway order IDs and none of the tokens", async () => {
  const { fields } = await openWaitingPage();
  const { pathname } = new URL(fields.pay_notifyurl ?? "");
  const [token = "", attemptId = ""] = pathname.split("/").reverse();
  expect((await fetch(shopBehindNginx.publicUrl + pathname)).status).toBe(405);
  expect(shopBehindNginx.nginx.accessLog()).toContain(`/pay/notify/${attemptId}/...`);
  expect(shopBehindNginx.nginx.accessLog()).not.toContain(token);
});
