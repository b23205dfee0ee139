import { expect, test } from "vitest";
import { recommendedAction } from "../../src/entries/adapter.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { notificationFields, signFields } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";
import { days, notified, outcome, play } from "./play.ts";

test("a notification of another sale of the shop is refused as foreign, before and after payment (CYC-NUMBER, NOT-FIELDS)", async () => {
  const shop = await SubscriptionShop.begin();
  const first = shop.lastForm;
  await shop.gateway.start({ ...minimalSales.subscription, reference: "order-2" });
  const cycle = { payment_transaction_id: "M2", payment_period_count: "2", transaction_id: "T2b" };
  const told = signFields({ ...notificationFields(shop.lastForm), ...cycle });
  expect(await shop.post(told, first)).toMatchObject({ status: 403, body: "foreign" });
  await shop.cycleOf(first, 1);
  expect(await shop.post(told, first)).toMatchObject({ status: 403, body: "foreign" });
  expect(await shop.cycleOf(first, 2, { memberid: "10009" })).toMatchObject({ status: 403, body: "foreign" });
  await shop.cycleOf(first, 2);
  expect(await outcome(shop)).toEqual([["cycle 2"], ["not-verified"]]);
});

const own = { orderid: "GATEWAYS-OWN", transaction_id: "T2" };

test.each(["", "1", "99999999999999999999"])(
  "a charge with its own gateway order ID and the count '%s' has an item until its transaction pays a cycle (CYC-NUMBER, ITEM-CYCLE)",
  async (count) => {
    const shop = await play([1, [count, own]]);
    const { reviewItems, attempts } = await shop.gateway.status({ reference: "order-1" });
    expect(reviewItems.map((item) => [item.kind, recommendedAction(item, attempts)])).toEqual([
      ["unknown-cycle", "record-refund"],
    ]);
    expect(attempts[0]?.timeline.at(-1)?.text).toContain("has the gateway order ID GATEWAYS-OWN.");
    await shop.cycle(2);
    expect(await outcome(shop)).toEqual([["cycle 2"], []]);
  },
);

test.each([
  ["by itself", { returncode: "2", transaction_id: "" }, []],
  ["with a charge of an unknown cycle", { transaction_id: "T2" }, ["unknown-cycle"]],
])(
  "a notification with its own gateway order ID closes the subscription %s, with the time of its arrival (CYC-CLOSED)",
  async (_, changed, items) => {
    const closes = notified({ ...own, enabled: "0", ...changed });
    const shop = await play([1, closes, days(31), [2, { transaction_id: "T9" }]]);
    expect(await outcome(shop)).toEqual([
      ["closed", "cycle 2"],
      ["charged-after-closing", ...items],
    ]);
  },
);
