import { describe, expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { resolve } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import { openRefundShop } from "../refund/refund-shop.ts";

const day = (date: string, days = 1) => {
  const from = new Date(`${date}T00:00:00Z`);
  return { from, before: new Date(from.getTime() + days * 86_400_000) };
};
const marchFirst = day("2026-03-01");

async function all<Each>(records: AsyncIterable<Each>): Promise<Each[]> {
  const found: Each[] = [];
  for await (const record of records) found.push(record);
  return found;
}

describe("exportAttempts", () => {
  test("returns every attempt of the period once, the newest first, also over several pages", async () => {
    const shop = new TestShop();
    const references = Array.from({ length: 205 }, (_, index) => `order-${index}`);
    for (const reference of references) await shop.gateway.start(hostedSaleInput(reference));
    const exported = await all(shop.gateway.exportAttempts(marchFirst));
    expect(exported.map(({ reference }) => reference).sort()).toEqual(references.sort());
    expect(exported[0]).toEqual((await shop.gateway.attempts()).attempts[0]);
    expect(await all(shop.gateway.exportAttempts({ ...marchFirst, tenants: ["north"] }))).toEqual([]);
  });

  test("refuses a period that is none", async () => {
    const period = { ...marchFirst, from: new Date(Number.NaN) };
    await expect(all(new TestShop().gateway.exportAttempts(period))).rejects.toMatchObject({
      code: "query_invalid",
    });
  });

  test("ends with an error when the gateway is closed", async () => {
    const shop = new TestShop();
    await shop.gateway.start(hostedSaleInput());
    const attempts = shop.gateway.exportAttempts(marchFirst);
    await attempts.next();
    await shop.gateway.close();
    await expect(attempts.next()).rejects.toMatchObject({ code: "gateway_closed" });
  });
});

describe("exportRefunds", () => {
  test("returns refunds through the gateway, with how they ended", async () => {
    const { shop, attemptId, refund, reports, sweepAfter } = await openRefundShop();
    await refund(500, "key-1", { operator: exampleOperator });
    const exported = () => all(shop.gateway.exportRefunds(marchFirst));
    expect(await exported()).toEqual([
      {
        ...{ attemptId, reference: "order-1", tenant: "default", merchantTenant: "default", cycle: 1 },
        ...{ at: "2026-03-01T12:00:00.000Z", state: "accepted", amount: money(500, "USD") },
        ...{ refundId: "R-1", requestId: "key-1", transactionId: "T1", operatorId: exampleOperator.id },
      },
    ]);
    reports({ refund_status: "1", refund_amount: "5.00" });
    await sweepAfter(86_400);
    expect(await exported()).toEqual([]);
    expect(await all(shop.gateway.exportRefunds(day("2026-03-02")))).toMatchObject([
      { state: "succeeded", at: "2026-03-02T12:00:00.000Z", requestId: "key-1", transactionId: "T1" },
    ]);
    const ofNorth = { ...day("2026-03-01", 9), tenants: ["north"] };
    expect(await all(shop.gateway.exportRefunds(ofNorth))).toEqual([]);
  });

  test("returns a refund that an operator recorded, and of a later cycle", async () => {
    const shop = new TestShop();
    shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "Sold." } });
    await shop.gateway.start(hostedSaleInput());
    await shop.notify();
    const recorded = { amount: money(1999, "USD"), reference: "R-7" };
    await resolve(shop, "record-refund", { kind: "order-not-placed", refund: recorded });
    expect(await all(shop.gateway.exportRefunds(marchFirst))).toMatchObject([
      { state: "recorded", refundId: "R-7", requestId: undefined, operatorId: exampleOperator.id, cycle: 1 },
    ]);

    const plans = await SubscriptionShop.begin();
    await plans.cycle(1);
    await plans.cycle(2);
    await plans.cycle(2, { transaction_id: "T9" });
    await resolve(plans, "record-refund", { kind: "paid-twice", cycle: 2, refund: recorded });
    expect(await all(plans.gateway.exportRefunds(marchFirst))).toMatchObject([
      { state: "recorded", refundId: "R-7", cycle: 2, reference: "order-1" },
    ]);
  });
});

test("exportReviewItems returns open and resolved items, with who resolved them and the amount", async () => {
  const shop = new TestShop();
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "Sold." } });
  for (const reference of ["order-1", "order-2"]) {
    await shop.gateway.start(hostedSaleInput(reference));
    await shop.notify();
    shop.pass(60);
  }
  await resolve(shop, "dismiss", { kind: "order-not-placed" });
  const exported = await all(shop.gateway.exportReviewItems(marchFirst));
  expect(exported).toMatchObject([
    {
      item: {
        kind: "order-not-placed",
        status: "resolved",
        problem: { code: "out_of_stock" },
        resolution: { note: "user_1 (Grace): Checked." },
      },
      merchantTenant: "default",
      amount: money(1999, "USD"),
    },
    { item: { reference: "order-2", status: "open" } },
  ]);
  for (const period of [{ ...marchFirst, tenants: ["north"] }, day("2026-03-02")])
    expect(await all(shop.gateway.exportReviewItems(period))).toEqual([]);
});
