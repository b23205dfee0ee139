import { describe, expect, test } from "vitest";
import { recommendedAction } from "../../src/entries/adapter.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { notificationFields, signFields } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test("a notification that names another merchant is refused as foreign (NOT-FIELDS)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  expect(await shop.cycle(2, { memberid: "10009" })).toMatchObject({ status: 403, body: "foreign" });
});

test("a notification of another sale of the shop is refused as foreign, before and after payment (CYC-NUMBER)", async () => {
  const shop = await SubscriptionShop.begin();
  const first = shop.lastForm;
  await shop.gateway.start({ ...minimalSales.subscription, reference: "order-2" });
  const theirs = {
    ...notificationFields(shop.lastForm),
    payment_transaction_id: "M2",
    payment_period_count: "2",
  };
  const told = signFields({ ...theirs, transaction_id: "T2b" });
  expect(await shop.post(told, first)).toMatchObject({ status: 403, body: "foreign" });
  await shop.cycleOf(first, 1);
  expect(await shop.post(told, first)).toMatchObject({ status: 403, body: "foreign" });
  await shop.cycleOf(first, 2);
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await shop.itemKinds()).toEqual(["not-verified"]);
});

describe("a notification with its own gateway order ID that names no later cycle (CYC-NUMBER, ITEM-CYCLE)", () => {
  const own = { orderid: "GATEWAYS-OWN", transaction_id: "T2" };

  test.each(["00", "02", "1.0", "", "-2", "1", "99999999999999999999"])(
    "with the count '%s' is stored, places no order, and has an item until its transaction pays a cycle",
    async (count) => {
      const shop = await SubscriptionShop.begin();
      await shop.cycle(1);
      expect(await shop.cycle(count, own)).toMatchObject({ status: 200, body: "OK" });
      expect(shop.subscriptionCalls).toEqual([]);
      const { reviewItems, attempts } = await shop.gateway.status({ reference: "order-1" });
      expect(reviewItems.map((item) => [item.kind, recommendedAction(item, attempts)])).toEqual([
        ["unknown-cycle", "record-refund"],
      ]);
      expect(reviewItems[0]?.problem?.message).toBe(
        `Transaction T2 came under the gateway order ID GATEWAYS-OWN and names ${count === "" ? "no cycle" : `the cycle ${count}`}: its cycle is unknown.`,
      );
      expect(attempts[0]?.timeline.at(-1)?.text).toContain(
        "The notification has the gateway order ID GATEWAYS-OWN.",
      );
      await shop.cycle(2);
      expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
      expect(await shop.itemKinds()).toEqual([]);
    },
  );

  test("without a count is stored, and does not pay the sale", async () => {
    const shop = await SubscriptionShop.begin();
    expect(await shop.notify({ ...own, payment_transaction_id: "M1" })).toMatchObject({ body: "OK" });
    expect([await shop.state(), shop.placed]).toEqual(["pending", []]);
    expect(await shop.itemKinds()).toEqual(["unknown-cycle"]);
  });

  test("sets no gateway subscription ID, and does not close the subscription of another one (CYC-SUBSCRIPTION)", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle("", { ...own, payment_transaction_id: "M9" });
    await shop.cycle(1);
    await shop.cycle("", { ...own, payment_transaction_id: "M9", enabled: "0", returncode: "2" });
    await shop.cycle(2, { transaction_id: "T2b" });
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
    const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
    expect(reviewItems.map(({ kind }) => kind).toSorted()).toEqual([
      "subscription-mismatch",
      "unknown-cycle",
    ]);
    expect(reviewItems.find(({ kind }) => kind === "subscription-mismatch")?.problem?.message).toContain(
      "It was not recorded as paid.",
    );
  });

  test.each([
    ["by itself", { returncode: "2", transaction_id: "" }, []],
    ["by itself, for cycle 1", { returncode: "2", transaction_id: "", payment_period_count: "1" }, []],
    ["with the last charge", { transaction_id: "T1" }, []],
    ["with a charge of a cycle that cannot be told", { transaction_id: "T2" }, ["unknown-cycle"]],
  ])("closes the subscription %s (CYC-CLOSED)", async (_, changed, items) => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.notify({ ...own, payment_transaction_id: "M1", enabled: "0", ...changed });
    expect(shop.subscriptionCalls).toEqual(["closed"]);
    expect(await shop.itemKinds()).toEqual(items);
    // Of the moment, and of no cycle: what was due before it is no charge after closing.
    await shop.passDays(31);
    await shop.cycle(2, { transaction_id: "T9" });
    expect(await shop.itemKinds()).toEqual(["charged-after-closing", ...items]);
  });

  test("is stored at most eight times if it does not verify, with one item (NSIG-MISSING)", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    const fields = {
      ...notificationFields(shop.lastForm),
      payment_transaction_id: "M1",
      sign: "0".repeat(32),
    };
    for (let number = 0; number < 20; number++)
      expect(await shop.post({ ...fields, orderid: `OWN-${number}` })).toMatchObject({ status: 401 });
    const { attempts } = await loadAllAttempts(shop.store);
    expect([attempts[0]?.quarantine.length, attempts[0]?.facts.length]).toEqual([8, 2]);
    expect(await shop.itemKinds()).toEqual(["not-verified"]);
  });
});

test("a cycle beyond the plan is stored and not recorded as paid (CYC-PLAN)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(13);
  await shop.cycle(999_999_999);
  expect(shop.subscriptionCalls).toEqual([]);
  expect(await shop.itemKinds()).toEqual(["unexpected-cycle", "unexpected-cycle"]);
});

test.each(["00", "-1", "1.0", "01", "one"])(
  "a notification with the count %s opens a review item, and pays nothing (ITEM-CYCLE)",
  async (count) => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.cycle(count, { transaction_id: "T9" });
    expect(await shop.itemKinds()).toEqual(["unknown-cycle"]);
    expect(shop.subscriptionCalls).toEqual([]);
  },
);
