import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { openItem, resolve } from "../fixtures/staff.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

const itemId = (attemptId: string, count: number) => `${attemptId}/refund-not-synced/${count}`;

/** An order that is placed, and `record`, by which staff record a refund of it. */
async function placed(shop = new TestShop()) {
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  await shop.notify({ transaction_id: "T1" });
  const record = (minor: number, reference: string, reviewItemId?: string) =>
    resolve(shop, "record-refund", {
      refund: { amount: money(minor, "USD"), reference },
      ...(reviewItemId !== undefined && { reviewItemId }),
    });
  const jobs = async () => {
    const payment = await shop.store.load({ tenant: "default", reference: "order-1" });
    return payment.jobs.filter(({ kind }) => kind === "sync-refund");
  };
  return { shop, attemptId, record, jobs };
}

test("the shop syncs a refund with its amount, charge and operator before the operator action resolves (ENG-REFUND)", async () => {
  const { shop, attemptId, record, jobs } = await placed();
  const orders: unknown[] = [];
  shop.syncRefunds = async ({ order }) => {
    orders.push(order);
    return { done: true };
  };
  await record(500, "R-1");
  const about = { orderId: "shop-order-1", attemptId, merchantTenant: "default" };
  const first = { amount: money(500, "USD"), reference: "R-1", operator: exampleOperator, ofOrder: true };
  const order = {
    ...about,
    chargedAmount: money(1999, "USD"),
    refunded: money(500, "USD"),
    refunds: [first],
  };
  expect(orders).toMatchObject([order]);
  await record(300, "R-2");
  expect(orders[1]).toMatchObject({ refunded: money(800, "USD"), refunds: [first, { reference: "R-2" }] });
  expect((await jobs()).map(({ status }) => status)).toEqual(["completed", "completed"]);
  await shop.gateway.sweep();
  expect(orders).toHaveLength(2);
});

test("a review item of a refund can be dismissed, and an action that does not name it leaves it open", async () => {
  const { shop, attemptId, record } = await placed();
  shop.syncRefunds = async () => ({ refused: { code: "order_missing", message: "The order is gone." } });
  await record(500, "R-1");
  const { syncRefunds } = shop;
  shop.syncRefunds = async () => ({ done: true });
  await record(300, "R-2");
  expect(await shop.itemKinds()).toEqual(["refund-not-synced"]);
  const reviewItemId = itemId(attemptId, 1);
  await expect(record(100, "R-3", reviewItemId)).rejects.toMatchObject({ code: "resolution_invalid" });
  shop.syncRefunds = syncRefunds;
  await resolve(shop, "dismiss", { kind: "refund-not-synced" });
  const { reviewItems, state, attempts } = await shop.gateway.status({ reference: "order-1" });
  expect([reviewItems, state, attempts[0]?.refunds.length]).toEqual([[], "paid", 2]);
});

test("a refused refund, and one of another charge, which belongs to no order, add no job", async () => {
  const { shop, record, jobs } = await placed();
  await expect(record(2000, "R-1")).rejects.toMatchObject({ code: "resolution_invalid" });
  await shop.notify({ transaction_id: "T2" });
  await record(1999, "R-1", (await openItem(shop)).id);
  expect([await jobs(), shop.syncedRefunds]).toEqual([[], []]);
});

test("a shop without syncRefunds has no jobs to run", async () => {
  const { shop, record, jobs } = await placed(new TestShop({}, undefined, true));
  await record(500, "R-1");
  expect((await jobs()).map(({ status }) => status)).toEqual(["completed"]);
  expect(await shop.gateway.sweep()).toMatchObject({ jobs: 0 });
});
