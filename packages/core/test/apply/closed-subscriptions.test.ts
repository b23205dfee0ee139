import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test("closing with a charge: the charge is recorded, and the closing is reported once (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { enabled: "0" });
  await shop.cycle(2, { enabled: "0", attach: "again" });
  expect(shop.subscriptionCalls.toSorted()).toEqual(["closed", "cycle 2"]);
  expect(await shop.subscription()).toMatchObject({
    state: "closed",
    closedAt: "2026-03-01T12:00:00.000Z",
    nextCycle: undefined,
  });
  expect(await shop.itemKinds()).toEqual([]);
});

test.each([{}, { payment_period_count: "1" }, { transaction_id: "" }])(
  "closing without a charge does not undo an approval: %o (CYC-CLOSED, ITEM-CONTRADICTORY)",
  async (changed) => {
    const shop = new SubscriptionShop();
    shop.answer = Response.json({ status: 0 });
    await shop.gateway.start(minimalSales.subscription);
    await shop.cycle(1);
    const closing = { enabled: "0", returncode: "2", true_amount: "0.00", transaction_id: "T9" };
    await shop.notify({ payment_transaction_id: "M1", ...closing, ...changed });
    expect(await shop.subscription()).toMatchObject({ state: "closed" });
    expect(shop.subscriptionCalls).toEqual(["closed"]);
    expect(await shop.itemKinds()).toEqual([]);
  },
);

test("a closing that repeats the last charge does not record it twice (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2);
  await shop.cycle(2, { enabled: "0" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "closed"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test.each([
  ["the closing first", [() => ({ number: 2, enabled: "0" }), () => ({ number: 4 })]],
  ["the charge first", [() => ({ number: 4 }), () => ({ number: 2, enabled: "0" })]],
])("a charge after closing is recorded, and opens an item: %s (B-48, CYC-CLOSED)", async (_, messages) => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(3);
  for (const message of messages) {
    const { number, ...more } = message() as { number: number; enabled?: string };
    await shop.cycle(number, more);
  }
  expect(shop.subscriptionCalls.toSorted()).toEqual(["closed", "cycle 2", "cycle 3", "cycle 4"]);
  expect(await shop.itemKinds()).toEqual(["charged-after-closing", "charged-after-closing"]);
});

test("a closing without a cycle does not make a charge one too many (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.cycle(2);
  await shop.notify({ payment_transaction_id: "M1", enabled: "0", transaction_id: "T1" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "closed"]);
  expect(await shop.itemKinds()).toEqual([]);
});

/** On 1 April at noon; the third cycle is due on 1 May. */
const namesNoCycle = { payment_transaction_id: "M1", enabled: "0", transaction_id: "T1" };

test("a cycle that is due after a closing without a cycle is recorded, and opens an item (B-48, CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.cycle(2);
  await shop.notify(namesNoCycle);
  await shop.passDays(30);
  await shop.cycle(3);
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "closed", "cycle 3"]);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item).toMatchObject({ kind: "charged-after-closing", cycle: 3 });
  expect(item?.problem?.message).toContain("reported closed on 2026-04-01, before it was due");
});

test("a cycle that was already due at such a closing opens no item if its notification arrives later (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.notify(namesNoCycle);
  await shop.passDays(5);
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual(["closed", "cycle 2"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("days are counted from the first payment, also if a closing and a later cycle arrived before it (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.passDays(31);
  await shop.cycle(2);
  await shop.notify({ ...namesNoCycle, transaction_id: "T0", returncode: "2" });
  expect(await shop.itemKinds()).toEqual([]);
  await shop.passDays(2);
  await shop.cycle(1);
  expect(await shop.itemKinds()).toEqual(["charged-after-closing"]);
});

test("a closing before the sale is paid is reported to the shop once the sale is paid (B-48)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(2, { returncode: "2", enabled: "0" });
  expect(shop.subscriptionCalls).toEqual([]);
  await shop.cycle(1);
  expect(shop.subscriptionCalls).toEqual(["closed"]);
});

test("a closing reported for a failed attempt does not make renewals of a later attempt read all cycles (B-48)", async () => {
  const asked: unknown[] = [];
  class Watched extends MemoryStore {
    override async load(...each: Parameters<MemoryStore["load"]>) {
      asked.push(each[1]?.cycles);
      return super.load(...each);
    }
  }
  const shop = await SubscriptionShop.begin({}, false, new Watched());
  await shop.cycle("", { returncode: "2", enabled: "0" });
  await shop.gateway.start(minimalSales.subscription);
  await shop.cycle(1, { payment_transaction_id: "M2" });
  asked.length = 0;
  await shop.cycle(2, { payment_transaction_id: "M2" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(asked).not.toContain("all");
});
