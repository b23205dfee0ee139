import { describe, expect, test } from "vitest";
import type { LeasedJob } from "../../src/entries/store.ts";
import { createGivenUpJobItem } from "../../src/payment/review-item.ts";
import { openItem, resolve, retry } from "../fixtures/staff.ts";
import { days, outcome, play } from "./play.ts";

const kind = "unknown-cycle";
/** A charge whose cycle is unknown. */
const charge = ["none", { transaction_id: "T9" }] as const;
const isPaid = "is paid already: name the cycle that this charge pays, or record its refund";

describe("a charge of an unknown cycle that staff accept (ITEM-CYCLE, CYC-TRANSACTION)", () => {
  test.each([
    [undefined, "is required, because this charge does not name its cycle"],
    [1, isPaid],
    [3, isPaid],
    [0, "must be a cycle of a subscription: 1, 2, 3 …"],
    [13, "must be at most 12, the last cycle of the plan. Otherwise record the refund"],
  ])("is not accepted for the cycle %s, and stays a review item", async (cycle, message) => {
    const shop = await play([1, charge, 3]);
    const decided = resolve(shop, "accept", { kind, ...(cycle !== undefined && { cycle }) });
    await expect(decided).rejects.toMatchObject({
      ...{ code: "resolution_invalid", problems: [{ path: "cycle", message }] },
    });
    await resolve(shop, "record-refund", { kind });
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("pays the cycle with its transaction, and a further transaction of the cycle is paid twice", async () => {
    const shop = await play([1, charge]);
    await resolve(shop, "accept", { kind, cycle: 2, note: "seen" });
    const [, { transactionId, timeline } = {}] = (await shop.subscription()).cycles;
    expect(transactionId).toBe("T9");
    expect(timeline?.map(({ text }) => text)).toEqual(["user_1 (Grace) accepted transaction T9: seen"]);
    await shop.cycle(2);
    await shop.cycle(2, charge[1]);
    expect((await openItem(shop, "paid-twice")).problem.message).toBe(
      "It was accepted with transaction T9, and paid in full by T2.",
    );
    await shop.cycle(3, { transaction_id: "T2" });
    expect(await outcome(shop)).toEqual([["cycle 2", "cycle 3"], []]);
  });

  test("stays a review item if staff accept the sale without naming the transaction", async () => {
    const shop = await play([charge]);
    await resolve(shop, "accept");
    expect([await shop.state(), await shop.itemKinds()]).toEqual(["paid", [kind]]);
  });
});

test("an accepted cycle is paid by the transaction that the gateway reported for it (CYC-TRANSACTION)", async () => {
  const shop = await play([1, [2, { payment_transaction_id: "M2", transaction_id: "T9" }]]);
  await resolve(shop, "accept", { cycle: 2 });
  await shop.cycle(3, { transaction_id: "T9" });
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2", "3 review"]);
});

test("an action on the review item of a cycle resolves the cycle and only that item (CYC-SUBSCRIPTION)", async () => {
  const shop = await play([1, [2, { payment_transaction_id: "M2" }], 13]);
  await resolve(shop, "accept", { kind: "subscription-mismatch" });
  expect(await outcome(shop)).toEqual([["cycle 2"], ["unexpected-cycle"]]);
});

test("no action resolves a given-up check, and a retry checks again", async () => {
  const shop = await play([1]);
  const now = new Date("2026-05-01T00:00:00Z");
  const claim = { now, lease: { token: "x", until: now } };
  const leased = (await shop.store.claimJob(`${shop.attemptId}/cycle-2/check-cycle`, claim)) as LeasedJob;
  const problem = { code: "x", message: "x" };
  await shop.store.giveUpJob(leased, { problem, reviewItem: createGivenUpJobItem(leased.job, problem, now) });
  const decided = resolve(shop, "dismiss", { kind: "cycle-not-checked" });
  await expect(decided).rejects.toMatchObject({ code: "resolution_invalid" });
  await resolve(shop, "dismiss", { cycle: 2 });
  expect(await retry(shop, "cycle-not-checked")).toEqual({ outcome: "done" });
  await shop.passDays(100);
  expect(shop.subscriptionCalls).toContain("overdue 3");
});

test("a cycle that staff dismissed is not the next cycle", async () => {
  const shop = await play([1, days(40)]);
  await resolve(shop, "dismiss", { cycle: 2 });
  expect((await shop.subscription()).nextCycle).toMatchObject({ number: 3 });
});
