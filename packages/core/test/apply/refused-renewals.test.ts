import { expect, test } from "vitest";
import { recommendedAction } from "../../src/entries/adapter.ts";
import { openItem, resolve } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { notificationFields } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";
import { play } from "./play.ts";

const noTea = async () => ({ refused: { code: "out_of_stock", message: "There is no tea." } }) as const;

test("a shop without onRenewal gets a review item for each renewal (B-46)", async () => {
  const shop = await play([1, [2, { enabled: "0" }]], SubscriptionShop.begin({}, true));
  expect(await openItem(shop)).toMatchObject({
    ...{ kind: "renewal-not-placed", problem: { code: "renewals_not_placed" } },
  });
});

test("the cycles of a subscription whose attempt did not win are not renewed (B-10)", async () => {
  const shop = await SubscriptionShop.begin();
  const firstForm = shop.lastForm;
  const loser = (cycle: string, more: Record<string, string>) =>
    shop.notify({ payment_period_count: cycle, payment_transaction_id: "M0", ...more }, firstForm);
  await loser("1", { returncode: "2" });
  await shop.gateway.start(minimalSales.subscription);
  await shop.cycle(1);
  for (const cycle of ["1", "2"])
    await loser(cycle, { ...notificationFields(firstForm), transaction_id: `S${cycle}` });
  expect(shop.subscriptionCalls).toEqual([]);
  const { attempts } = await shop.gateway.status({ reference: "order-1" });
  expect(recommendedAction(await openItem(shop, "renewal-not-placed"), attempts)).toBe("record-refund");
  const [first, second] = attempts.map(({ attemptId }) => attemptId);
  const { attemptId, problem } = await openItem(shop, "paid-twice");
  expect([attemptId, problem.message]).toEqual([
    first,
    `The order was placed for attempt 2 (subscription, 19.99 USD, gateway order ID ${second}). This is attempt 1 (subscription, 19.99 USD, gateway order ID ${first}). Refund transaction S1 of this attempt at the gateway, then record the refund. Also close its subscription there: the gateway continues to charge it.`,
  ]);
});

test("no renewal is placed after staff refunded the first order without placing it (ENG-PLACED)", async () => {
  const shop = await SubscriptionShop.begin();
  shop.placeOrder = noTea;
  await shop.cycle(1);
  await resolve(shop, "record-refund", { kind: "order-not-placed" });
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual([]);
  const kind = "renewal-not-placed";
  expect(await openItem(shop)).toMatchObject({ kind, problem: { code: "first_order_not_placed" } });
  await expect(resolve(shop, "accept", { kind })).rejects.toMatchObject({ code: "resolution_invalid" });
  await resolve(shop, "record-refund", { kind });
  expect(await shop.itemKinds()).toEqual([]);
  expect((await shop.cycles())[1]).toBe("2 paid");
});
