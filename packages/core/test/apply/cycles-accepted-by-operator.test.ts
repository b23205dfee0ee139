import { describe, expect, test } from "vitest";
import type { LeasedJob } from "../../src/entries/store.ts";
import { createGivenUpJobItem } from "../../src/payment/review-item.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

describe("a charge of an unknown cycle that staff accept (ITEM-CYCLE, CYC-TRANSACTION)", () => {
  async function told(isPaid: boolean) {
    const shop = await SubscriptionShop.begin();
    if (isPaid) await shop.cycle(1);
    await shop.cycle("none", { transaction_id: "T9" });
    const reviewItemId = `${shop.attemptId}/unknown-cycle/T9`;
    const resolution = {
      attemptId: shop.attemptId,
      reviewItemId,
      operator: exampleOperator,
      note: "seen",
    } as const;
    return { shop, accept: { ...resolution, action: "accept" } as const };
  }

  test.each([
    ["not said", undefined, "is required, because this charge does not name its cycle"],
    [
      "paid by another charge",
      1,
      "is paid already: name the cycle that this charge pays, or record its refund",
    ],
    [
      "paid by another charge too",
      3,
      "is paid already: name the cycle that this charge pays, or record its refund",
    ],
    ["none", 0, "must be a cycle of a subscription: 1, 2, 3 …"],
    ["beyond the plan", 13, "must be at most 12, the last cycle of the plan. Otherwise record the refund"],
  ])("is not accepted if the cycle is %s, and stays a review item", async (_, cycle, message) => {
    const { shop, accept } = await told(true);
    await shop.cycle(3);
    const decided = shop.gateway.resolveReviewItem({ ...accept, ...(cycle === undefined ? {} : { cycle }) });
    await expect(decided).rejects.toMatchObject({
      code: "resolution_invalid",
      problems: [{ path: "cycle", message }],
    });
    expect(await shop.itemKinds()).toEqual(["unknown-cycle"]);
    await shop.gateway.resolveReviewItem({ ...accept, action: "record-refund" });
    expect(await shop.itemKinds()).toEqual([]);
  });

  test.each([
    ["a later cycle", 2, true, "3"],
    ["the sale", 1, false, "2"],
  ])(
    "places one order for %s, also if the gateway reports another cycle later",
    async (...[, cycle, isPaid, later]) => {
      const { shop, accept } = await told(isPaid);
      await shop.gateway.resolveReviewItem({ ...accept, cycle });
      expect([await shop.state(), shop.subscriptionCalls]).toEqual(["paid", cycle === 2 ? ["cycle 2"] : []]);
      expect(await shop.itemKinds()).toEqual([]);
      const orders = shop.subscriptionCalls.length;
      await shop.cycle(later, { transaction_id: "T9" });
      expect(shop.subscriptionCalls).toHaveLength(orders);
      expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
    },
  );

  test("pays the cycle with its transaction, and a further transaction of the cycle is paid twice", async () => {
    const { shop, accept } = await told(true);
    const renewed: unknown[] = [];
    shop.placeRenewal = async ({ cycle }) => {
      renewed.push(cycle.transactionId);
      return { placed: {} };
    };
    await shop.gateway.resolveReviewItem({ ...accept, cycle: 2 });
    expect(renewed).toEqual(["T9"]);
    const [, { transactionId, timeline } = {}] = (await shop.subscription()).cycles;
    expect(transactionId).toBe("T9");
    expect(timeline?.map(({ text }) => text)).toEqual(["user_1 (Grace) accepted transaction T9: seen"]);
    await shop.cycle(2, { transaction_id: "T2" });
    await shop.cycle(2, { transaction_id: "T9" });
    const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
    expect(reviewItems.map(({ kind, problem }) => [kind, problem?.message])).toEqual([
      ["paid-twice", "It was accepted with transaction T9, and paid in full by T2."],
    ]);
    expect(renewed).toEqual(["T9"]);
    await shop.cycle(3, { transaction_id: "T2" });
    expect(await shop.itemKinds()).toEqual([]);
    expect(renewed).toEqual(["T9", "T2"]);
  });

  test("stays a review item if staff accept the sale without naming the transaction", async () => {
    const { shop, accept } = await told(false);
    const { reviewItemId: _, ...sale } = accept;
    await shop.gateway.resolveReviewItem(sale);
    expect(await shop.state()).toBe("paid");
    expect(await shop.itemKinds()).toEqual(["unknown-cycle"]);
  });
});

test("an accepted cycle is paid by the transaction that the gateway reported for it (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { payment_transaction_id: "M2", transaction_id: "T9" });
  await shop.gateway.resolveReviewItem({
    attemptId: shop.attemptId,
    cycle: 2,
    action: "accept",
    operator: exampleOperator,
    note: "It is ours.",
  });
  await shop.cycle(3, { transaction_id: "T9" });
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2", "3 review"]);
});

test.each([
  ["of a cycle that cannot be told", ["1", "1.0"]],
  ["too many", ["1", ""]],
  ["of a cycle that cannot be told, and the sale not paid", ["1.0"]],
])("a sale that staff accept gets no transaction %s (CYC-TRANSACTION)", async (_, counts) => {
  const shop = await SubscriptionShop.begin();
  for (const count of counts) await shop.cycle(count, { transaction_id: count === "1" ? "T1" : "T2" });
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({
    attemptId,
    action: "accept",
    operator: exampleOperator,
    note: "seen",
  });
  await shop.cycle(2);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2"]);
});

test("an action on the review item of a cycle resolves the cycle and only that item (CYC-SUBSCRIPTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { payment_transaction_id: "M2" });
  await shop.cycle(13);
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  const { id = "", attemptId = "" } = reviewItems.find(({ kind }) => kind === "subscription-mismatch") ?? {};
  const seen = { attemptId, operator: exampleOperator, note: "seen" };
  await shop.gateway.resolveReviewItem({ ...seen, action: "accept", reviewItemId: id });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await shop.itemKinds()).toEqual(["unexpected-cycle"]);
});

test("no action resolves a given-up check, and a retry checks again", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  const { attemptId } = shop;
  const id = `${attemptId}/cycle-2/cycle-not-checked`;
  const now = new Date("2026-05-01T00:00:00Z");
  const claim = { now, lease: { token: "x", until: now } };
  const leased = (await shop.store.claimJob(`${attemptId}/cycle-2/check-cycle`, claim)) as LeasedJob;
  const problem = { code: "x", message: "x" };
  await shop.store.giveUpJob(leased, { problem, reviewItem: createGivenUpJobItem(leased.job, problem, now) });
  const resolution = { attemptId, action: "dismiss", operator: exampleOperator, note: "Checked." } as const;
  await expect(shop.gateway.resolveReviewItem({ ...resolution, reviewItemId: id })).rejects.toMatchObject({
    code: "resolution_invalid",
  });
  await shop.gateway.resolveReviewItem({ ...resolution, cycle: 2 });
  expect(await shop.itemKinds()).toEqual(["cycle-not-checked"]);
  expect(await shop.gateway.retryReviewItem(id, { operator: exampleOperator })).toEqual({ outcome: "done" });
  await shop.passDays(100);
  expect(shop.subscriptionCalls).toContain("overdue 3");
});

test("a cycle that staff dismissed is not the next cycle", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(40);
  await shop.gateway.resolveReviewItem({
    attemptId: shop.attemptId,
    cycle: 2,
    action: "dismiss",
    operator: exampleOperator,
    note: "Given up.",
  });
  expect((await shop.subscription()).nextCycle).toMatchObject({ number: 3 });
});

test.each([0, -1, 1.5, 1_000_000_000, "2"])("an action about the cycle %s is refused", async (cycle) => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  const about = {
    attemptId: shop.attemptId,
    action: "dismiss",
    operator: exampleOperator,
    note: "Checked.",
  } as const;
  const decided = shop.gateway.resolveReviewItem({ ...about, cycle: cycle as number });
  await expect(decided).rejects.toMatchObject({ code: "resolution_invalid" });
});
