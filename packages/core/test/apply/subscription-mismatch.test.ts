import { expect, test } from "vitest";
import { findPaidSubscription, recommendedAction } from "../../src/entries/adapter.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { notificationFields } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test.each([
  ["with a later cycle", { payment_period_count: "3" }],
  ["with a later cycle under a number of its own", { payment_period_count: "3", orderid: "GATEWAYS-OWN" }],
  ["with a failed cycle", { payment_period_count: "3", returncode: "2" }],
  ["with no cycle, and without a charge", { returncode: "2" }],
  ["with a cycle that cannot be told", { payment_period_count: "none" }],
])(
  "a closing with another gateway subscription ID does not close the subscription: %s (CYC-CLOSED, CYC-SUBSCRIPTION)",
  async (_, changed) => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.notify({ payment_transaction_id: "M9", transaction_id: "T9", enabled: "0", ...changed });
    expect(shop.subscriptionCalls).toEqual([]);
    expect(await shop.subscription()).toMatchObject({ state: "active", closedAt: undefined });
    await shop.cycle(4);
    expect(await shop.itemKinds()).not.toContain("charged-after-closing");
  },
);

test.each([
  ["M9", "active", ["incomplete-notification"]],
  ["M1", "closed", ["charged-after-closing", "incomplete-notification"]],
])(
  "after an early closing with its own gateway order ID and the subscription ID %s, the subscription is %s (CYC-CLOSED, ENG-STATE)",
  async (gatewaySubscriptionId, state, items) => {
    const shop = await SubscriptionShop.begin();
    const closing = { orderid: "GATEWAYS-OWN", transaction_id: "T9", returncode: "2", enabled: "0" };
    await shop.notify({ ...closing, payment_transaction_id: gatewaySubscriptionId });
    await shop.passDays(40);
    await shop.cycle(2, { payment_transaction_id: "" });
    await shop.cycle(1);
    expect(await shop.subscription()).toMatchObject({ state });
    expect((await shop.itemKinds()).filter((kind) => kind !== "subscription-mismatch")).toEqual(items);
    expect(shop.subscriptionCalls.includes("closed")).toBe(state === "closed");
  },
);

test("a cycle with another gateway subscription ID is paid only if staff accept it (CYC-SUBSCRIPTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { payment_transaction_id: "M2" });
  expect(shop.subscriptionCalls).toEqual([]);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 review"]);
  expect(await shop.itemKinds()).toEqual(["subscription-mismatch"]);
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({
    attemptId,
    cycle: 2,
    action: "accept",
    operator: exampleOperator,
    note: "seen",
  });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a renewal gets the transaction that paid its cycle, and an accepted cycle the reported one (CYC-SUBSCRIPTION)", async () => {
  const shop = await SubscriptionShop.begin();
  const renewed: unknown[] = [];
  shop.placeRenewal = async ({ cycle }) => {
    renewed.push(cycle.transactionId);
    return { placed: {} };
  };
  await shop.cycle(1);
  await shop.cycle(2, { payment_transaction_id: "M2", transaction_id: "Tx" });
  await shop.cycle(2, { transaction_id: "Ty" });
  await shop.cycle(3, { payment_transaction_id: "M2", transaction_id: "Tz" });
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({
    attemptId,
    cycle: 3,
    action: "accept",
    operator: exampleOperator,
    note: "It is ours.",
  });
  const { cycles } = await shop.subscription();
  expect(renewed).toEqual(["Ty", "Tz"]);
  expect(cycles.map(({ transactionId }) => transactionId)).toEqual(["T1", "Ty", "Tz"]);
});

test("a first payment with a different gateway subscription ID counts, and opens an item (CYC-SUBSCRIPTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(2);
  await shop.cycle(1, { payment_transaction_id: "M2" });
  expect(await shop.state()).toBe("paid");
  const { reviewItems, attempts } = await shop.gateway.status({ reference: "order-1" });
  expect(reviewItems.map((item) => [item.kind, recommendedAction(item, attempts)])).toEqual([
    ["subscription-mismatch", "dismiss"],
  ]);
  expect(reviewItems[0]?.problem?.message).toBe(
    "It was reported for the gateway subscription ID M2, which is not that of this subscription. A first payment counts all the same: compare the gateway subscription ID at the gateway.",
  );
});

test("findPaidSubscription returns the subscription of the winning attempt, otherwise the first paid one", async () => {
  const shop = await SubscriptionShop.begin();
  const firstForm = shop.lastForm;
  const begun = async () => findPaidSubscription(await shop.gateway.status({ reference: "order-1" }));
  expect(await begun()).toBeUndefined();
  await shop.notify({ returncode: "2", payment_period_count: "1", payment_transaction_id: "M0" });
  const { attemptId } = await shop.gateway.start(minimalSales.subscription);
  const { placeOrder } = shop;
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "There is no tea." } });
  await shop.cycle(1);
  const late = { payment_period_count: "1", payment_transaction_id: "M0", transaction_id: "S1" };
  await shop.notify({ ...notificationFields(firstForm), ...late }, firstForm);
  expect(await begun()).toMatchObject({ subscription: { gatewaySubscriptionId: "M0" } });
  shop.placeOrder = placeOrder;
  const items = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  await shop.gateway.retryReviewItem(items.find(({ kind }) => kind === "order-not-placed")?.id ?? "", {
    operator: exampleOperator,
  });
  expect(await begun()).toMatchObject({
    attempt: { attemptId },
    subscription: { gatewaySubscriptionId: "M1" },
  });
  expect((await begun())?.subscription.cycles[0]?.placedOrder).toMatchObject({ id: "shop-order-1" });
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
  ["no subscription", 2, minimalSales.hosted],
  ["cycle 0", 0, minimalSales.subscription],
  ["a fraction", 1.5, minimalSales.subscription],
  ["a text", "2", minimalSales.subscription],
])("resolveReviewItem refuses an action for a cycle of %s", async (_, cycle, sale) => {
  const shop = new SubscriptionShop();
  await shop.gateway.start(sale);
  const resolution = {
    attemptId: shop.attemptId,
    cycle: cycle as number,
    operator: exampleOperator,
    note: "Checked.",
  };
  await expect(shop.gateway.resolveReviewItem({ ...resolution, action: "dismiss" })).rejects.toMatchObject({
    code: "resolution_invalid",
    problems: [{ path: "cycle" }],
  });
});
