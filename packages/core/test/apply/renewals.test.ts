import { expect, test } from "vitest";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

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
