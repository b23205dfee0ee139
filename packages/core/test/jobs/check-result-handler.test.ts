import { expect, test } from "vitest";
import { TestShop } from "../fixtures/test-shop.ts";
import { openQueryShop } from "../query/query-shop.ts";

const hour = 3600;

test.each([
  ["asked about an attempt without a result before staff get an item", false, 1],
  ["not asked about an attempt that has its result", true, 0],
])("QRY-OVERDUE: the gateway is %s", async (_, isNotified, count) => {
  const { shop, queries, notify } = await openQueryShop();
  if (isNotified) await notify();
  await shop.sweepAfter(hour + 1);
  expect([queries().length, await shop.state(), await shop.itemKinds()]).toEqual([count, "paid", []]);
});

test("QRY-OVERDUE: a silent gateway is asked five times with growing pauses, then staff get the item", async () => {
  const { shop, queries, answers } = await openQueryShop();
  answers(() => new Response("", { status: 502 }));
  shop.pass(hour + 1);
  const kinds: string[][] = [];
  for (const minutes of [0, 1, 5, 15, 60]) {
    await shop.sweepAfter(minutes * 60 - 1);
    await shop.sweepAfter(1);
    kinds.push(await shop.itemKinds());
  }
  expect(queries()).toHaveLength(5);
  expect(kinds).toEqual([[], [], [], [], ["no-result"]]);
});

test("QRY-OVERDUE: the gateway is asked twice more about an unpaid order, and staff get no item", async () => {
  const { shop, queries, reports } = await openQueryShop();
  reports({ trade_state: "NOTPAY" });
  await shop.sweepAfter(hour + 1, hour, 24 * hour, 48 * hour);
  expect(queries()).toHaveLength(3);
  expect(await shop.itemKinds()).toEqual([]);
});

test("QRY-OVERDUE: staff get an item for a payment that the gateway still processes", async () => {
  const { shop, reports } = await openQueryShop();
  reports({ trade_state: "PENDING" });
  await shop.sweepAfter(hour + 1);
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
