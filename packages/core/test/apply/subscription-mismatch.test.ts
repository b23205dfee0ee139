import { expect, test } from "vitest";
import { findPaidSubscription } from "../../src/entries/adapter.ts";
import { resolve, retry } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { notificationFields } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";
import { days, notified, play } from "./play.ts";

test.each([
  ["M9", "active", ["incomplete-notification"]],
  ["M1", "closed", ["charged-after-closing", "incomplete-notification"]],
])(
  "after an early closing with its own gateway order ID and the subscription ID %s, the subscription is %s (CYC-CLOSED, ENG-STATE)",
  async (id, state, items) => {
    const closing = { orderid: "GATEWAYS-OWN", transaction_id: "T9", returncode: "2", enabled: "0" };
    const closes = notified({ ...closing, payment_transaction_id: id });
    const shop = await play([closes, days(40), [2, { payment_transaction_id: "" }], 1]);
    expect(await shop.subscription()).toMatchObject({ state });
    expect((await shop.itemKinds()).filter((kind) => kind !== "subscription-mismatch")).toEqual(items);
    expect(shop.subscriptionCalls.includes("closed")).toBe(state === "closed");
  },
);

test("a renewal gets the transaction that paid its cycle, and an accepted cycle the reported one (CYC-SUBSCRIPTION)", async () => {
  const shop = await SubscriptionShop.begin();
  const renewed: unknown[] = [];
  shop.placeRenewal = async ({ cycle }) => {
    renewed.push(cycle.transactionId);
    return { placed: {} };
  };
  const m2 = { payment_transaction_id: "M2" };
  const told = [1, [2, { ...m2, transaction_id: "Tx" }], [2, { transaction_id: "Ty" }]] as const;
  await play([...told, [3, { ...m2, transaction_id: "Tz" }]], Promise.resolve(shop));
  expect(await shop.cycles()).toContain("3 review");
  await resolve(shop, "accept", { cycle: 3 });
  const { cycles } = await shop.subscription();
  expect(renewed).toEqual(["Ty", "Tz"]);
  expect(cycles.map(({ transactionId }) => transactionId)).toEqual(["T1", "Ty", "Tz"]);
});

test("findPaidSubscription returns the subscription of the winning attempt, otherwise the first paid one", async () => {
  const shop = await SubscriptionShop.begin();
  const firstForm = shop.lastForm;
  const begun = async () => findPaidSubscription(await shop.gateway.status({ reference: "order-1" }));
  expect(await begun()).toBeUndefined();
  await shop.cycle(1, { returncode: "2", payment_transaction_id: "M0" });
  const { attemptId } = await shop.gateway.start(minimalSales.subscription);
  const { placeOrder } = shop;
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "There is no tea." } });
  await shop.cycle(1);
  const late = { payment_period_count: "1", payment_transaction_id: "M0", transaction_id: "S1" };
  await shop.notify({ ...notificationFields(firstForm), ...late }, firstForm);
  expect(await begun()).toMatchObject({ subscription: { gatewaySubscriptionId: "M0" } });
  shop.placeOrder = placeOrder;
  await retry(shop, "order-not-placed");
  expect(await begun()).toMatchObject({
    attempt: { attemptId },
    subscription: { gatewaySubscriptionId: "M1", cycles: [{ placedOrder: { id: "shop-order-1" } }] },
  });
});

test("findPaidSubscription prefers the subscription with a placed order among the payments of two tenants", () => {
  const payment = (attemptId: string, placedOrder?: object) =>
    ({ attemptId, isWinning: true, subscription: { cycles: [{ number: 1, placedOrder }] } }) as never;
  const one = { attemptId: "C", isWinning: true, subscription: undefined } as never;
  const found = (...payments: never[]) => findPaidSubscription({ attempts: payments })?.attempt.attemptId;
  expect(found(payment("A"), payment("B", { at: "" }))).toBe("B");
  expect(found(payment("A"), payment("B"))).toBe("A");
  expect(found(one)).toBeUndefined();
});

test.each([
  { cycle: 2, sale: minimalSales.hosted },
  ...[0, -1, 1.5, 1_000_000_000, "2"].map((cycle) => ({ cycle, sale: minimalSales.subscription })),
])(
  "resolveReviewItem refuses an action about the cycle $cycle of a $sale.variant sale",
  async ({ cycle, sale }) => {
    const shop = new SubscriptionShop();
    await shop.gateway.start(sale);
    const about = { attemptId: shop.attemptId, operator: exampleOperator, note: "Checked." };
    const decided = shop.gateway.resolveReviewItem({ ...about, action: "dismiss", cycle: cycle as number });
    await expect(decided).rejects.toMatchObject({
      code: "resolution_invalid",
      problems: [{ path: "cycle" }],
    });
  },
);
