import { expect, test } from "vitest";
import { findPaidSubscription } from "../../src/entries/adapter.ts";
import { retry } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { notificationFields } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

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
