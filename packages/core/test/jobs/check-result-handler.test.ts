import { expect, test } from "vitest";
import { TestShop } from "../fixtures/test-shop.ts";
import { openQueryShop } from "../query/query-shop.ts";

const hour = 3600;

test("QRY-OVERDUE: the gateway is asked about an attempt without a result before staff get a review item", async () => {
  const { shop, queries } = await openQueryShop();
  shop.pass(hour + 1);
  await shop.gateway.sweep();
  expect(queries()).toHaveLength(1);
  expect(await shop.state()).toBe("paid");
  expect(await shop.itemKinds()).toEqual([]);
});

test("QRY-OVERDUE: the gateway is not asked about an attempt that has its result", async () => {
  const { shop, queries, notify } = await openQueryShop();
  await notify();
  shop.pass(hour + 1);
  await shop.gateway.sweep();
  expect(queries()).toEqual([]);
});

test("QRY-OVERDUE: a silent gateway is asked five times with growing pauses, then staff get the item", async () => {
  const { shop, queries, answers } = await openQueryShop();
  answers(() => new Response("", { status: 502 }));
  shop.pass(hour + 1);
  const kinds: string[][] = [];
  for (const minutes of [0, 1, 5, 15, 60]) {
    shop.pass(minutes * 60 - 1);
    await shop.gateway.sweep();
    shop.pass(1);
    await shop.gateway.sweep();
    kinds.push(await shop.itemKinds());
  }
  expect(queries()).toHaveLength(5);
  expect(kinds).toEqual([[], [], [], [], ["no-result"]]);
});

test("QRY-OVERDUE: the gateway is asked twice more about an unpaid order, and staff get no item", async () => {
  const { shop, queries, reports } = await openQueryShop();
  reports({ trade_state: "NOTPAY" });
  for (const seconds of [hour + 1, hour, 24 * hour, 48 * hour]) {
    shop.pass(seconds);
    await shop.gateway.sweep();
  }
  expect(queries()).toHaveLength(3);
  expect(await shop.itemKinds()).toEqual([]);
});

test("QRY-OVERDUE: staff get an item for a payment that the gateway still processes", async () => {
  const { shop, reports } = await openQueryShop();
  reports({ trade_state: "PENDING" });
  shop.pass(hour + 1);
  await shop.gateway.sweep();
  expect(await shop.itemKinds()).toEqual(["no-result"]);
});

test("without the option, the gateway is not asked", async () => {
  const { shop, queries } = await openQueryShop({ operations: {} });
  shop.pass(hour + 1);
  await shop.gateway.sweep();
  expect(queries()).toEqual([]);
  expect(await shop.itemKinds()).toEqual(["no-result"]);
});

test("staff get the item at once if the merchant left the options", async () => {
  const { shop } = await openQueryShop();
  const store = shop.store;
  const later = new TestShop(
    { operations: { query: {} }, merchants: [{ id: "10009", key: "sandbox-other-key" }] },
    store,
  );
  later.now = new Date(shop.now.getTime() + (hour + 1) * 1000);
  await later.gateway.sweep();
  expect(later.submissions).toEqual([]);
  expect(await later.itemKinds()).toEqual(["no-result"]);
});

test("QRY-OVERDUE: a gateway that was silent is asked again after an hour and a day about an unpaid order", async () => {
  const { shop, queries, answers, reports } = await openQueryShop();
  answers(() => new Response("", { status: 502 }));
  shop.pass(hour + 1);
  await shop.gateway.sweep();
  shop.pass(60);
  await shop.gateway.sweep();
  reports({ trade_state: "NOTPAY" });
  for (const seconds of [300, hour, 24 * hour, 48 * hour]) {
    shop.pass(seconds);
    await shop.gateway.sweep();
  }
  expect(queries()).toHaveLength(5);
  expect(await shop.itemKinds()).toEqual([]);
});
