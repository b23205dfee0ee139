import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqlite } from "@pay-index/sqlite";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { createPayIndex, money } from "../src/index.ts";
import { FakeGateway } from "./fake-gateway.ts";
import { notificationFields, signFields } from "./signed-notification.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
};

/** The shop of the README, on a file of its own. */
async function openShop() {
  const gateway = await new FakeGateway().open();
  undo.push(() => gateway.close());
  const folder = mkdtempSync(join(tmpdir(), "pay-index-express-"));
  undo.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "shop.db");
  const shop = new DatabaseSync(file);
  shop.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, total INTEGER, paid INTEGER NOT NULL DEFAULT 0)");
  shop.exec("INSERT INTO orders (id, total) VALUES ('7', 1999)");
  undo.push(() => shop.close());
  const app = express();
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  undo.push(() => new Promise((resolve) => server.close(resolve)));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const pay = await createPayIndex({
    gateway: gateway.url,
    sandbox: true,
    publicUrl: `${origin}/pay`,
    merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
    store: sqlite(file),
    amountDue: ({ reference, tx }) => {
      const order = tx.prepare("SELECT total FROM orders WHERE id = ?").get(reference);
      return order && money(Number(order.total), "USD");
    },
    onPaid: ({ payment, tx }) => {
      tx.prepare("UPDATE orders SET paid = paid + 1 WHERE id = ?").run(payment.reference);
    },
    orderPage: ({ reference }) => `/orders/${reference}`,
  });
  undo.push(() => pay.close());
  app.use("/pay", pay.router);
  app.post("/checkout/:order", async (req, res) => {
    const sale = await pay.start({
      reference: req.params.order,
      variant: "hosted",
      amount: money(1999, "USD"),
      buyer,
      items: [{ name: "Tea", price: 1999, quantity: 1 }],
      request: req,
    });
    res.redirect(303, sale.url);
  });
  const paid = () => shop.prepare("SELECT paid FROM orders WHERE id = '7'").get()?.paid;
  return { gateway, origin, pay, paid };
}

const post = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

test("the shop of the README sells, and marks its order in the same transaction (B-01, B-07)", async () => {
  const { gateway, origin, pay, paid } = await openShop();
  const checkout = await post(`${origin}/checkout/7`);
  expect(checkout.headers.get("location")).toBe(
    `http://gateway.test/page/${gateway.lastForm.get("pay_orderid")}`,
  );
  const notifyUrl = gateway.lastForm.get("pay_notifyurl") ?? "";
  const replies = await Promise.all(
    Array.from({ length: 50 }, async () =>
      (await post(notifyUrl, signFields(notificationFields(gateway.lastForm)))).text(),
    ),
  );
  expect(new Set(replies)).toEqual(new Set(["OK"]));
  expect(paid()).toBe(1);

  const back = await fetch(gateway.lastForm.get("pay_callbackurl") ?? "", { redirect: "manual" });
  const wait = await fetch(back.headers.get("location") ?? "", { redirect: "manual" });
  expect(wait.headers.get("location")).toBe("/orders/7");
  expect(await pay.status({ reference: "7" })).toMatchObject({ state: "paid", reviewItems: [] });
});
