import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test("a transaction pays one cycle, and another cycle stays under review until staff accept it (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { transaction_id: "T1" });
  await shop.cycle(3);
  await shop.cycle(4, { transaction_id: "T3" });
  expect(shop.subscriptionCalls).toEqual(["cycle 3"]);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 review", "3 paid renewal-3", "4 review"]);
  expect(await shop.itemKinds()).toEqual(["transaction-reused", "transaction-reused"]);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item?.problem?.message).toContain("Transaction T1 is reported as paid, but it paid cycle 1 before.");
  const resolution = {
    attemptId: shop.attemptId,
    operator: exampleOperator,
    note: "seen",
    reviewItemId: item?.id ?? "",
  };
  await shop.gateway.resolveReviewItem({ ...resolution, action: "accept" });
  expect(shop.subscriptionCalls).toEqual(["cycle 3", "cycle 2"]);
  expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
});

test("a transaction ID that all cycles share pays one cycle (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  for (const number of [2, 3, 4, 5]) await shop.cycle(number, { transaction_id: "M1" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("a cycle in review stays in review until its own transaction pays it (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { transaction_id: "T1" });
  await shop.cycle(2, { transaction_id: "T2a", returncode: "2" });
  await shop.cycle(2, { transaction_id: "T1", attach: "again" });
  expect(await shop.cycles()).toContain("2 review");
  await shop.cycle(2);
  expect(await shop.cycles()).toContain("2 paid renewal-2");
  const { cycles } = await shop.subscription();
  expect(cycles[1]).toMatchObject({ transactionId: "T2" });
});

test("a paid cycle stays paid when its transaction is reported for another cycle, in any order (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(2, { transaction_id: "T" });
  await shop.cycle(1, { transaction_id: "T" });
  expect(await shop.state()).toBe("review");
  expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
  await shop.cycle(1);
  expect(await shop.state()).toBe("paid");
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("a second transaction of the sale pays nothing, so it can pay its own cycle later (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.notify({ payment_transaction_id: "M1", transaction_id: "T2" });
  expect(await shop.itemKinds()).toEqual(["incomplete-notification", "paid-twice"]);
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await shop.itemKinds()).toEqual([]);
  await shop.cycle(3, { transaction_id: "T2" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("the item of an unknown cycle is resolved once its transaction has paid a cycle (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle("1.0", { transaction_id: "T2" });
  await shop.cycle("1.0", { transaction_id: "T3" });
  await shop.cycle(2);
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  expect(reviewItems.map(({ id }) => id)).toEqual([`${shop.attemptId}/unknown-cycle/T3`]);
  const { reviewItems: all } = await loadAllAttempts(shop.store);
  const resolved = all.find(({ id }) => id === `${shop.attemptId}/unknown-cycle/T2`);
  expect(resolved?.resolution?.note).toBe("Transaction T2 pays cycle 2.");
});

test("a commit resolves the items that it makes obsolete, even if the process dies right afterwards (ENG-COMMIT)", async () => {
  class Dying extends MemoryStore {
    isDying = false;

    override async completeJob(...ended: Parameters<MemoryStore["completeJob"]>) {
      if (this.isDying) throw new Error("the process is gone");
      return super.completeJob(...ended);
    }
  }
  const store = new Dying();
  const shop = await SubscriptionShop.begin({}, false, store);
  await shop.cycle(1);
  await shop.passDays(34);
  await shop.notify({ payment_transaction_id: "M1", transaction_id: "T2" });
  await shop.cycle("none", { transaction_id: "T2" });
  expect(await shop.itemKinds()).toEqual([
    "cycle-overdue",
    "incomplete-notification",
    "paid-twice",
    "unknown-cycle",
  ]);
  store.isDying = true;
  await shop.cycle(2);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a sale is paid twice until all but one of its transactions have paid other cycles (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  const twice = async () => (await shop.itemKinds()).filter((kind) => kind === "paid-twice").length;
  for (const transaction_id of ["T1", "T2", "T3"]) await shop.cycle("", { transaction_id });
  expect(await twice()).toBe(2);
  await shop.cycle(2);
  expect(await twice()).toBe(2);
  await shop.cycle(3);
  expect(await shop.itemKinds()).toEqual(["incomplete-notification"]);
});

test("a cycle is paid twice until all but one of its transactions have paid other cycles (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  for (const transaction_id of ["T2", "T3", "T4"]) await shop.cycle(2, { transaction_id });
  expect(await shop.itemKinds()).toEqual(["paid-twice", "paid-twice"]);
  await shop.cycle(3);
  expect(await shop.itemKinds()).toEqual(["paid-twice", "paid-twice"]);
  await shop.cycle(4);
  expect(await shop.itemKinds()).toEqual([]);
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "cycle 3", "cycle 4"]);
});

test.each([
  ["the sale", ""],
  ["a later cycle", "5"],
])(
  "the paid-twice item of %s names no transaction that has paid another cycle (ITEM-TWICE, CYC-TRANSACTION)",
  async (_, count) => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    for (const transaction_id of count === "" ? ["T2"] : ["T1b", "T2"])
      await shop.cycle(count, { transaction_id });
    await shop.cycle(2);
    expect(await shop.itemKinds()).toEqual([]);
    await shop.cycle(count, { transaction_id: "T3" });
    const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
    const first = count === "" ? "T1" : "T1b";
    const twice = reviewItems.filter(({ kind }) => kind === "paid-twice");
    expect(twice.map(({ kind, problem }) => [kind, problem?.message])).toEqual([
      ["paid-twice", `2 transactions paid this in full: ${first}, T3.`],
    ]);
    await shop.cycle(3);
    expect(await shop.itemKinds()).toEqual([]);
  },
);

test("the paid-twice item names no transaction that staff accepted for another cycle (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2);
  await shop.cycle(2, { transaction_id: "T3" });
  await shop.cycle(3, { true_amount: "9.99" });
  expect(await shop.itemKinds()).toEqual(["amount-mismatch", "paid-twice"]);
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({
    attemptId,
    cycle: 3,
    action: "accept",
    operator: exampleOperator,
    note: "seen",
  });
  expect(await shop.itemKinds()).toEqual([]);
});

test("a transaction that has paid a cycle opens no item for an unknown cycle (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2);
  for (const transaction_id of ["T1", "T2"]) await shop.cycle("1.0", { transaction_id });
  expect(await shop.itemKinds()).toEqual([]);
  await shop.cycle("1.0", { transaction_id: "T3" });
  expect(await shop.itemKinds()).toEqual(["unknown-cycle"]);
});

test("the paid-twice item of another attempt stays when a transaction pays its own cycle (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.gateway.start(minimalSales.subscription);
  const [first, second] = shop.submissions;
  const fields = { payment_transaction_id: "M1", payment_period_count: "1", transaction_id: "T1" };
  await shop.notify(fields, first);
  await shop.notify({ ...fields, payment_transaction_id: "M2", transaction_id: "T9" }, second);
  await shop.notify({ payment_transaction_id: "M2", transaction_id: "T2" }, second);
  await shop.cycle(2, { payment_transaction_id: "M2" });
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  const twice = reviewItems.flatMap(({ id, kind }) => (kind === "paid-twice" ? [id] : []));
  expect(twice).toEqual([`${shop.attemptId}/paid-twice/attempt`]);
});

test("a transaction pays only one cycle, even if its notifications are processed together (CYC-TRANSACTION)", async () => {
  class Waiting extends MemoryStore {
    deaf = true;

    override async load(...asked: Parameters<MemoryStore["load"]>) {
      const payment = await super.load(...asked);
      return this.deaf ? { ...payment, notifications: [] } : payment;
    }
  }
  const store = new Waiting();
  const shop = await SubscriptionShop.begin({}, false, store);
  for (const number of [1, 2, 3]) await shop.cycle(number, { transaction_id: "T" });
  store.deaf = false;
  await shop.passDays(1);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 review", "3 review"]);
});
