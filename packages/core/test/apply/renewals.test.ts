import { expect, test } from "vitest";
import type { PlaceOrderRequest } from "../../src/entries/adapter.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";
import { days, outcome, play } from "./play.ts";

test("each paid cycle is renewed once, with the charged amount and the first order (B-47, CYC-RENEWAL)", async () => {
  const shop = await SubscriptionShop.begin();
  const requests: unknown[] = [];
  shop.placeRenewal = async ({ complete: _, runHook: __, ...request }) => {
    requests.push(request);
    return { placed: { id: "renewal-2" } };
  };
  await shop.cycle(1);
  await shop.cycle(2);
  const plan = { planType: "monthly", totalCount: 12, gatewaySubscriptionId: "M1" };
  expect(requests).toEqual([
    {
      key: `${shop.attemptId}/cycle-2/place-renewal`,
      payment: expect.objectContaining({ reference: "order-1", transactionId: "T1" }),
      subscription: { ...plan, planId: minimalSales.subscription.plan.id, firstOrderId: "shop-order-1" },
      cycle: {
        number: 2,
        amount: { minor: 1999, currency: "USD" },
        transactionId: "T2",
        dueAt: new Date("2026-04-01T12:00:00Z"),
      },
    },
  ]);
  expect(await shop.subscription()).toMatchObject({
    ...{ ...plan, state: "active", closedAt: undefined },
    cycles: [
      { number: 1, state: "paid", transactionId: "T1", placedOrder: { id: "shop-order-1" } },
      { number: 2, state: "paid", transactionId: "T2", placedOrder: { id: "renewal-2" } },
    ],
    nextCycle: { number: 3, dueAt: "2026-05-01T12:00:00.000Z" },
  });
});

test("a repeated cycle is not renewed again, and the store writes nothing (B-47, B-32)", async () => {
  const shop = await play([1, 2, 2, 1, 2]);
  const before = await loadAllAttempts(shop.store, { cycles: "all" });
  await shop.cycle(2, { datetime: "20260402000000" });
  expect(await loadAllAttempts(shop.store, { cycles: "all" })).toEqual(before);
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("later cycles that arrive before the sale wait until the first order is placed (B-48)", async () => {
  const shop = await play([3, 2]);
  expect([shop.placed, shop.subscriptionCalls]).toEqual([[], []]);
  await shop.cycle(1);
  expect(shop.placed).toHaveLength(1);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2", "3 paid renewal-3"]);
});

test("a renewal waits for the first order, and is placed right after it (ENG-PLACED)", async () => {
  const shop = await SubscriptionShop.begin();
  const { placeOrder } = shop;
  shop.placeOrder = () => Promise.reject(new Error("the shop is being mended"));
  await shop.cycle(1);
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual([]);
  shop.placeOrder = placeOrder;
  shop.pass(10);
  await shop.gateway.sweep();
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("a charged cycle without a first payment opens a review item", async () => {
  const shop = await play([2, ...Array(10).fill(days(1))]);
  expect(await shop.itemKinds()).toEqual(["no-result", "renewal-not-placed"]);
  await shop.cycle(1);
  expect(shop.subscriptionCalls).toContain("cycle 2");
  expect(await shop.itemKinds()).not.toContain("renewal-not-placed");
});

test("cycles can share one gateway order ID, or have their own, and can fail before they are paid (CYC-NUMBER, PLAN-ATTEMPTS)", async () => {
  const shop = await play([
    1,
    [2, { orderid: "GATEWAYS-OWN-2" }],
    [3, { returncode: "2", transaction_id: "T3a" }],
  ]);
  expect(await shop.cycles()).toContain("3 failed");
  await shop.cycle(3);
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "failed 3", "cycle 3"]);
  const [, , third] = (await shop.subscription()).cycles;
  expect(third?.timeline.map(({ text }) => text)).toEqual([
    "The gateway reported a failed payment (transaction T3a, cycle 3).",
    "The gateway confirmed 19.99 USD paid (transaction T3, cycle 3).",
  ]);
});

test("the amount of a later cycle is the order's, not that of the first period (PLAN-FIRST)", async () => {
  const shop = new SubscriptionShop();
  const plan = { ...minimalSales.subscription.plan, firstPeriodAmount: 500 };
  const heard: PlaceOrderRequest["payment"][] = [];
  shop.placeOrder = async ({ payment }) => {
    heard.push(payment);
    return { placed: {} };
  };
  await shop.gateway.start({ ...minimalSales.subscription, plan });
  await play([[1, { true_amount: "5.00" }], [2, { true_amount: "5.00" }], 3], Promise.resolve(shop));
  expect(await outcome(shop)).toEqual([["cycle 3"], ["amount-mismatch"]]);
  expect(heard).toMatchObject([{ amount: { minor: 1999 }, chargedAmount: { minor: 500, currency: "USD" } }]);
});
