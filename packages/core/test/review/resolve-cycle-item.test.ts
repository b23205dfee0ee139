import { describe, expect, test, vi } from "vitest";
import { toShopRefusalCode } from "../../src/entries/adapter.ts";
import { days, outcome, play } from "../apply/play.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { openItem, resolve } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

const evidence = async (shop: SubscriptionShop) =>
  (await shop.gateway.status({ reference: "order-1" })).reviewItems.map(
    ({ kind, problem }) => `${kind}: ${problem.message}`,
  );

const t9 = { transaction_id: "T9" };

test.each([
  ["of another sum", [1, [2, { ...t9, true_amount: "9.99" }]], "amount-mismatch", 2],
  ["of another ID", [1, [2, { ...t9, payment_transaction_id: "M9" }]], "subscription-mismatch", 2],
  ["of a sale", [[1, { ...t9, true_amount: "9.99" }]], "amount-mismatch", 1],
] as const)(
  "an accepted charge %s pays the cycle, and another charge is paid twice (CYC-TRANSACTION, B-47)",
  async (...[, steps, kind, cycle]) => {
    const shop = await play(steps);
    await resolve(shop, "accept", { kind });
    await shop.cycle(cycle, { transaction_id: "T2" });
    expect(await evidence(shop)).toEqual([
      "paid-twice: It was accepted with transaction T9, and paid in full by T2.",
    ]);
    expect((await shop.subscription()).cycles.at(-1)?.transactionId).toBe("T9");
  },
);

describe("an operator action that is late records nothing, and its item stays open (ENG-COMMIT)", () => {
  test.each([
    ["the charge pays another cycle", t9, 3, { code: "review_item_outdated" }],
    ["the cycle is paid by another", { transaction_id: "T2" }, 2, { problems: [{ path: "cycle" }] }],
  ])("%s meanwhile", async (...[, changed, cycle, refusal]) => {
    const shop = await play([1, ["none", t9]]);
    const { id: reviewItemId } = await openItem(shop);
    const about = { attemptId: shop.attemptId, reviewItemId, operator: exampleOperator, note: "seen" };
    const commit = shop.store.commit.bind(shop.store);
    vi.spyOn(shop.store, "commit").mockImplementationOnce(async (change) => {
      await shop.cycle(2, changed);
      return commit(change);
    });
    const late = shop.gateway.resolveReviewItem({ ...about, cycle, action: "accept" });
    await expect(late).rejects.toMatchObject(refusal);
    expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2"]);
    // Where it is true still, somebody else may decide it at once.
    if (cycle === 2) await resolve(shop, "accept", { kind: "unknown-cycle", cycle: 3 });
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("after the only charge of the cycle has paid another cycle", async () => {
    const t13 = { transaction_id: "T13" };
    const shop = await play([1, [13, t13], [12, t13]]);
    const message = "cannot be recorded, because transaction T13 pays cycle 12 now. Reload the page";
    await expect(resolve(shop, "accept", { kind: "unexpected-cycle" })).rejects.toMatchObject({
      problems: [{ path: "action", message }],
    });
    expect(await outcome(shop)).toEqual([["cycle 12"], ["unexpected-cycle"]]);
  });
});

describe("a refunded charge of an unknown cycle (CYC-TRANSACTION)", () => {
  const kind = "unknown-cycle";

  test("does not change the sale, and dismissing its item does not either", async () => {
    for (const action of ["record-refund", "dismiss"] as const) {
      const shop = await play([["none", t9]]);
      await resolve(shop, action, { kind });
      expect([await shop.state(), await shop.itemKinds()]).toEqual(["pending", []]);
      await shop.cycle(1);
      await shop.cycle(2, t9);
      expect(shop.subscriptionCalls).toEqual(action === "dismiss" ? ["cycle 2"] : []);
    }
  });

  test("is not renewed when the gateway later names its cycle, and keeps the note of its operator", async () => {
    const shop = await play([1, ["none", t9]]);
    await resolve(shop, "record-refund", { kind });
    await shop.cycle(2, t9);
    expect(await outcome(shop)).toEqual([[], ["transaction-reused"]]);
    const { reviewItems } = await loadAllAttempts(shop.store);
    const resolved = reviewItems.find((each) => each.kind === kind);
    expect(resolved?.resolution?.note).toBe("user_1 (Grace): Checked.");
    await shop.cycle(2);
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  });
});

test.each([
  [1, "paid", { cycle: 2 }, "cycle 2"],
  [10, "paid", { cycle: 2 }, "cycle 2"],
  [1, "closed", { cycle: 1, enabled: "0", transaction_id: "T1" }, "closed"],
  [10, "closed", { cycle: 1, enabled: "0", transaction_id: "T1" }, "closed"],
])(
  "an overdue cycle that the shop did not learn of in %i tries is not reported once it is %s (CYC-OVERDUE)",
  async (...[times, , { cycle, ...changed }, call]) => {
    const shop = await SubscriptionShop.begin();
    const { cycleOverdue } = shop;
    shop.cycleOverdue = () => Promise.reject(new Error("the mail server is away"));
    await play([1, days(33), ...Array(times - 1).fill(days(1))], Promise.resolve(shop));
    const given = times === 1 ? [] : ["host-not-informed"];
    expect(await shop.itemKinds()).toEqual(["cycle-overdue", ...given]);
    shop.cycleOverdue = cycleOverdue;
    await shop.cycle(cycle, changed);
    expect(await shop.itemKinds()).toEqual([]);
    await shop.passDays(1);
    expect(shop.subscriptionCalls).toEqual([call]);
  },
);

test("an action on an item about something other than the payment (ENG-PLACED) host-not-informed does not change the cycle", async () => {
  const shop = await SubscriptionShop.begin();
  shop.cycleOverdue = async () => ({
    refused: { code: toShopRefusalCode("no_mail"), message: "The mail server is away." },
  });
  await play([1, days(33)], Promise.resolve(shop));
  const kind = "host-not-informed";
  await expect(resolve(shop, "accept", { kind })).rejects.toThrow(
    "must be dismiss: the shop was not informed",
  );
  await resolve(shop, "dismiss", { kind });
  expect(await shop.itemKinds()).toEqual(["cycle-overdue"]);
  await shop.cycle(2);
  expect(await outcome(shop)).toEqual([["cycle 2"], []]);
});

test("the status has each overdue cycle, and the next cycle after them (CYC-OVERDUE)", async () => {
  const shop = await play([1, days(33), days(31), 4]);
  const cycles = async () =>
    (await shop.subscription()).cycles.map(
      ({ number, state, isOverdue }) => `${number} ${state}${isOverdue ? " overdue" : ""}`,
    );
  expect(await cycles()).toEqual(["1 paid", "2 created overdue", "3 created overdue", "4 paid"]);
  expect(await shop.subscription()).toMatchObject({ state: "active", nextCycle: { number: 5 } });
  await shop.cycle(2);
  await resolve(shop, "dismiss", { kind: "cycle-overdue" });
  expect(await cycles()).toEqual(["1 paid", "2 paid", "3 closed", "4 paid"]);
});
