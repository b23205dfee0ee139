import { expect, test } from "vitest";
import { recommendedAction } from "../../src/entries/adapter.ts";
import { allowedActions } from "../../src/payment/review-kind-actions.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { notificationFields } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test("a shop without onRenewal gets a review item for each renewal (B-46)", async () => {
  const shop = await SubscriptionShop.begin({}, true);
  await shop.cycle(1);
  await shop.cycle(2, { enabled: "0" });
  expect(await shop.itemKinds()).toEqual(["renewal-not-placed"]);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item?.problem?.code).toBe("renewals_not_placed");
});

test("a renewal that is refused or given up opens a review item, and its cycle stays paid (ENG-PLACED, B-19)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  shop.placeRenewal = async () => ({ refused: { code: "out_of_stock", message: "There is no tea." } });
  await shop.cycle(2);
  expect(await shop.cycles()).toContain("2 paid");
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item).toMatchObject({ kind: "renewal-not-placed", cycle: 2, problem: { code: "out_of_stock" } });
  // An operator action about the cycle places no order: the item stays open.
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({
    attemptId,
    cycle: 2,
    action: "record-refund",
    operator: exampleOperator,
    note: "Checked.",
  });
  expect(await shop.itemKinds()).toEqual(["renewal-not-placed"]);
  shop.placeRenewal = async () => ({ placed: { id: "renewal-2" } });
  expect(await shop.gateway.retryReviewItem(item?.id ?? "", { operator: exampleOperator })).toEqual({
    outcome: "done",
  });
  expect(await shop.itemKinds()).toEqual([]);
});

test("the cycles of a subscription whose attempt did not win are not renewed (B-10)", async () => {
  const shop = await SubscriptionShop.begin();
  const firstForm = shop.lastForm;
  await shop.notify({ returncode: "2", payment_period_count: "1", payment_transaction_id: "M0" });
  await shop.gateway.start(minimalSales.subscription);
  await shop.cycle(1);
  await shop.notify(
    {
      ...notificationFields(firstForm),
      payment_period_count: "1",
      payment_transaction_id: "M0",
      transaction_id: "S1",
    },
    firstForm,
  );
  await shop.notify(
    {
      ...notificationFields(firstForm),
      payment_period_count: "2",
      payment_transaction_id: "M0",
      transaction_id: "S2",
    },
    firstForm,
  );
  expect(shop.subscriptionCalls).toEqual([]);
  const { reviewItems, attempts } = await shop.gateway.status({ reference: "order-1" });
  const [second, cycle] = reviewItems.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  expect([cycle?.kind, cycle && recommendedAction(cycle, attempts)]).toEqual([
    "renewal-not-placed",
    "record-refund",
  ]);
  expect(second).toMatchObject({ kind: "paid-twice", attemptId: attempts[0]?.attemptId });
  expect(second?.problem?.message).toBe(
    `The order was placed for attempt 2 (subscription, 19.99 USD, gateway order ID ${attempts[1]?.attemptId}). This is attempt 1 (subscription, 19.99 USD, gateway order ID ${attempts[0]?.attemptId}). Refund transaction S1 of this attempt at the gateway, then record the refund. Also close its subscription there: the gateway continues to charge it.`,
  );
});

test("no renewal is placed after staff refunded the first order without placing it (ENG-PLACED)", async () => {
  const shop = await SubscriptionShop.begin();
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "There is no tea." } });
  await shop.cycle(1);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  const { attemptId } = shop;
  const given = {
    attemptId,
    action: "record-refund",
    operator: exampleOperator,
    note: "given back",
  } as const;
  await shop.gateway.resolveReviewItem({ ...given, reviewItemId: item?.id ?? "" });
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual([]);
  const [renewal] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(renewal).toMatchObject({ kind: "renewal-not-placed", problem: { code: "first_order_not_placed" } });
  expect(renewal && allowedActions(renewal.kind)).not.toContain("accept");
  const accepted = shop.gateway.resolveReviewItem({
    ...given,
    action: "accept",
    reviewItemId: renewal?.id ?? "",
  });
  await expect(accepted).rejects.toMatchObject({ code: "resolution_invalid" });
  await shop.gateway.resolveReviewItem({ ...given, reviewItemId: renewal?.id ?? "" });
  expect(await shop.itemKinds()).toEqual([]);
  expect((await shop.cycles())[1]).toBe("2 paid");
});
