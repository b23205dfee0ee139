import { expect, test } from "vitest";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";

const evidenceOf = async (shop: SubscriptionShop) =>
  (await shop.gateway.status({ reference: "order-1" })).reviewItems.map(
    ({ kind, cycle, problem }) => `${kind}${cycle === undefined ? "" : ` ${cycle}`}: ${problem.message}`,
  );

test.each<[string, Record<string, string>, string]>([
  [
    "the gateway subscription ID",
    { payment_period_count: "1" },
    "The notification of transaction T1 lacks payment_transaction_id.",
  ],
  [
    "the count of the cycle",
    { payment_transaction_id: "M1" },
    "The notification of transaction T1 lacks payment_period_count. It was recorded as the first payment.",
  ],
  [
    "both",
    { payment_transaction_id: "", payment_period_count: "" },
    "The notification of transaction T1 lacks payment_transaction_id and payment_period_count. It was recorded as the first payment.",
  ],
])(
  "a first payment without %s pays, and opens one item that names it (ITEM-FIELDS)",
  async (_, fields, evidence) => {
    const shop = await SubscriptionShop.begin();
    for (const datetime of ["20260301120000", "20260301120010"])
      expect(await shop.notify({ transaction_id: "T1", datetime, ...fields })).toMatchObject({ body: "OK" });
    expect(await shop.state()).toBe("paid");
    expect(shop.placed).toHaveLength(1);
    expect(await evidenceOf(shop)).toEqual([`incomplete-notification: ${evidence}`]);
  },
);

test("a later cycle without a gateway subscription ID is renewed, and opens an item of its own (ITEM-FIELDS)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.notify({ payment_period_count: "2", transaction_id: "T2" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await evidenceOf(shop)).toEqual([
    "incomplete-notification 2: The notification of transaction T2 lacks payment_transaction_id.",
  ]);
});

test("an item without a count ends when a complete notification of the transaction pays a later cycle (ITEM-FIELDS)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.notify({ payment_transaction_id: "M1", transaction_id: "T2" });
  expect(await shop.itemKinds()).toEqual(["incomplete-notification", "paid-twice"]);
  await shop.cycle(2);
  expect([await shop.itemKinds(), shop.subscriptionCalls]).toEqual([[], ["cycle 2"]]);
  await shop.notify({ payment_transaction_id: "M1", transaction_id: "T2", msg: "again" });
  expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
});

test("a failed first charge without the fields stays failed, and opens an item (ITEM-FIELDS)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.notify({ returncode: "2", transaction_id: "F1" });
  expect(await shop.state()).toBe("failed");
  expect(await shop.itemKinds()).toEqual(["incomplete-notification"]);
});

test("a dismissed item does not reopen for a repeat, and does not change the amounts (ITEM-FIELDS)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.notify({ transaction_id: "T1" });
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({
    attemptId,
    reviewItemId: `${attemptId}/incomplete-notification/T1`,
    action: "dismiss",
    operator: { id: "user_1" },
    note: "The gateway leaves the fields out.",
  });
  await shop.notify({ transaction_id: "T1", datetime: "20260302120000" });
  expect([await shop.state(), await shop.itemKinds()]).toEqual(["paid", []]);
});

test.each<[string, (shop: SubscriptionShop) => Promise<unknown>, string[]]>([
  ["of a complete first payment", (shop) => shop.cycle(1), []],
  [
    "that only closes the subscription",
    (shop) => shop.notify({ returncode: "2", enabled: "0", transaction_id: "" }),
    [],
  ],
  ["that closes the subscription with a charge", (shop) => shop.notify({ enabled: "0" }), []],
  ["of a refund notice", (shop) => shop.notify({ alert_type: "1" }), ["refund-notice"]],
  ["of an unknown cycle", (shop) => shop.notify({ payment_period_count: "none" }), ["unknown-cycle"]],
])("a notification %s opens no item about its fields (ITEM-FIELDS)", async (_, notify, items) => {
  const shop = await SubscriptionShop.begin();
  await notify(shop);
  expect(await shop.itemKinds()).toEqual(items);
});
