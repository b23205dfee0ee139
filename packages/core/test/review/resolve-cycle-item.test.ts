import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import type { ReviewResolutionRequest } from "../../src/index.ts";
import { toShopRefusalCode } from "../../src/payment/order-refusals.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

const staff = { operator: exampleOperator, note: "seen at the gateway" } as const;

/** The item of this kind that is open, alone of its kind. */
async function itemOf(shop: SubscriptionShop, kind: string) {
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  const found = reviewItems.filter((item) => item.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]?.id ?? "";
}

async function resolve(
  shop: SubscriptionShop,
  resolution: Omit<ReviewResolutionRequest, "attemptId" | "operator" | "note">,
) {
  await shop.gateway.resolveReviewItem({ attemptId: shop.attemptId, ...staff, ...resolution });
}

async function evidence(shop: SubscriptionShop): Promise<(string | undefined)[]> {
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  return reviewItems.map(({ kind, problem }) => `${kind}: ${problem?.message}`);
}

/** Runs `meanwhile` once, between the planning of a change and its commit. */
class InterruptedStore extends MemoryStore {
  meanwhile: (() => Promise<unknown>) | undefined;

  override async commit(...change: Parameters<MemoryStore["commit"]>) {
    const run = this.meanwhile;
    this.meanwhile = undefined;
    await run?.();
    return super.commit(...change);
  }
}

describe("an accepted charge pays the cycle, and another charge is paid twice (CYC-TRANSACTION, B-47)", () => {
  test.each([
    ["of another sum", { true_amount: "9.99" }, "amount-mismatch"],
    ["of another gateway subscription ID", { payment_transaction_id: "M9" }, "subscription-mismatch"],
  ])("a charge %s", async (_, changed, kind) => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.cycle(2, { transaction_id: "T9", ...changed });
    await resolve(shop, { reviewItemId: await itemOf(shop, kind), action: "accept" });
    await shop.cycle(2, { transaction_id: "T2" });
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
    expect(await evidence(shop)).toEqual([
      "paid-twice: It was accepted with transaction T9, and paid in full by T2.",
    ]);
    const [, { transactionId } = {}] = (await shop.subscription()).cycles;
    expect(transactionId).toBe("T9");
  });

  test("an accepted charge of a sale", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1, { transaction_id: "T9", true_amount: "9.99" });
    await resolve(shop, { reviewItemId: await itemOf(shop, "amount-mismatch"), action: "accept" });
    await shop.cycle(1);
    expect(await evidence(shop)).toEqual([
      "paid-twice: It was accepted with transaction T9, and paid in full by T1.",
    ]);
  });

  test("an attempt that staff accepted with other proof is confirmed by its first charge", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await resolve(shop, { cycle: 2, action: "accept" });
    await shop.cycle(2);
    expect(await evidence(shop)).toEqual([]);
  });

  test("days are counted from the charge, not from the operator action (CYC-CALENDAR)", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1, { true_amount: "9.99" });
    await shop.passDays(11);
    await resolve(shop, { reviewItemId: await itemOf(shop, "amount-mismatch"), action: "accept" });
    expect((await shop.subscription()).nextCycle).toEqual({ number: 2, dueAt: "2026-04-01T12:00:00.000Z" });
  });
});

describe("an operator action that is late records nothing, and its item stays open (ENG-COMMIT)", () => {
  test.each([
    {
      title: "the charge pays another cycle",
      changed: { transaction_id: "T9" },
      cycle: 3,
      refusal: { code: "review_item_outdated" },
    },
    {
      title: "the cycle is paid by another",
      changed: { transaction_id: "T2" },
      cycle: 2,
      refusal: { code: "resolution_invalid", problems: [{ path: "cycle" }] },
    },
  ])("$title meanwhile", async ({ changed, cycle, refusal }) => {
    const store = new InterruptedStore();
    const shop = await SubscriptionShop.begin({}, false, store);
    await shop.cycle(1);
    await shop.cycle("none", { transaction_id: "T9" });
    const item = await itemOf(shop, "unknown-cycle");
    store.meanwhile = () => shop.cycle(2, changed);
    await expect(resolve(shop, { reviewItemId: item, cycle, action: "accept" })).rejects.toMatchObject(
      refusal,
    );
    expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2"]);
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
    // Where it is true still, somebody else may decide it at once.
    if (cycle === 2) await resolve(shop, { reviewItemId: item, cycle: 3, action: "accept" });
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("after the only charge of the cycle has paid another cycle", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.cycle(13, { transaction_id: "T13" });
    await shop.cycle(12, { transaction_id: "T13" });
    const item = await itemOf(shop, "unexpected-cycle");
    await expect(resolve(shop, { reviewItemId: item, action: "accept" })).rejects.toMatchObject({
      problems: [
        {
          path: "action",
          message: "cannot be recorded, because transaction T13 pays cycle 12 now. Reload the page",
        },
      ],
    });
    expect(shop.subscriptionCalls).toEqual(["cycle 12"]);
    expect(await shop.itemKinds()).toEqual(["unexpected-cycle"]);
  });
});

describe("a refunded charge of an unknown cycle (CYC-TRANSACTION)", () => {
  async function refundedCharge(isPaid = true) {
    const shop = await SubscriptionShop.begin();
    if (isPaid) await shop.cycle(1);
    await shop.cycle("none", { transaction_id: "T9" });
    await resolve(shop, { reviewItemId: await itemOf(shop, "unknown-cycle"), action: "record-refund" });
    return shop;
  }

  test("is not renewed when the gateway later names its cycle", async () => {
    const shop = await refundedCharge();
    expect(await shop.itemKinds()).toEqual([]);
    await shop.cycle(2, { transaction_id: "T9" });
    expect([shop.subscriptionCalls, await shop.cycles()]).toEqual([[], ["1 paid shop-order-1", "2 review"]]);
    expect(await evidence(shop)).toEqual([
      "transaction-reused: Transaction T9 is reported as paid, but it was refunded before. The engine did not count it again.",
    ]);
    await shop.cycle(2);
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  });

  test("keeps the note of its operator", async () => {
    const shop = await refundedCharge();
    const { reviewItems } = await loadAllAttempts(shop.store);
    const resolved = reviewItems.find(({ kind }) => kind === "unknown-cycle");
    expect(resolved?.resolution?.note).toBe("user_1 (Grace): seen at the gateway");
  });

  test("does not change the sale, and dismissing its item does not either", async () => {
    expect(await (await refundedCharge(false)).state()).toBe("pending");
    const shop = await SubscriptionShop.begin();
    await shop.cycle("none", { transaction_id: "T9" });
    await resolve(shop, { reviewItemId: await itemOf(shop, "unknown-cycle"), action: "dismiss" });
    expect([await shop.state(), await shop.itemKinds()]).toEqual(["pending", []]);
    await shop.cycle(1);
    await shop.cycle(2, { transaction_id: "T9" });
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  });
});

describe("an overdue cycle (CYC-OVERDUE)", () => {
  /** The shop could not be told: ten times, or not yet. */
  async function uninformedShop(times: number) {
    const shop = await SubscriptionShop.begin();
    const { cycleOverdue } = shop;
    shop.cycleOverdue = () => Promise.reject(new Error("the mail server is away"));
    await shop.cycle(1);
    await shop.passDays(33);
    for (let round = 1; round < times; round++) await shop.passDays(1);
    shop.cycleOverdue = cycleOverdue;
    return shop;
  }

  test.each([1, 10])(
    "that the shop did not learn of in %i tries is not reported once the cycle is paid",
    async (times) => {
      const shop = await uninformedShop(times);
      expect(await shop.itemKinds()).toEqual(
        times === 1 ? ["cycle-overdue"] : ["cycle-overdue", "host-not-informed"],
      );
      await shop.cycle(2);
      expect(await shop.itemKinds()).toEqual([]);
      await shop.passDays(1);
      expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
    },
  );

  test.each([1, 10])(
    "that the shop did not learn of in %i tries is not reported once the subscription is closed",
    async (times) => {
      const shop = await uninformedShop(times);
      await shop.cycle(1, { enabled: "0", transaction_id: "T1" });
      expect(await shop.itemKinds()).toEqual([]);
      await shop.passDays(1);
      expect(shop.subscriptionCalls).toEqual(["closed"]);
    },
  );
});

describe("the first charge that pays sets the gateway subscription ID (CYC-SUBSCRIPTION)", () => {
  test("a declined first try does not set it", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1, { returncode: "2", payment_transaction_id: "M0", transaction_id: "T0" });
    await shop.cycle(1);
    await shop.cycle(2);
    expect((await shop.subscription()).gatewaySubscriptionId).toBe("M1");
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
    expect(await shop.itemKinds()).toEqual(["subscription-mismatch"]);
  });

  test("a closing with another ID does not close the subscription", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1, {
      returncode: "2",
      payment_transaction_id: "M0",
      transaction_id: "T0",
      enabled: "0",
    });
    await shop.cycle(3, {
      returncode: "2",
      payment_transaction_id: "M0",
      transaction_id: "T3",
      enabled: "0",
    });
    await shop.cycle(1);
    await shop.cycle(2);
    expect((await shop.subscription()).state).toBe("active");
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  });
});

test("a charge with its own gateway order ID and no gateway subscription ID opens an item for staff (CYC-NUMBER, B-48)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  const fields = { orderid: "GATEWAYS-OWN", payment_transaction_id: "" };
  expect(await shop.cycle(2, fields)).toMatchObject({ body: "OK" });
  expect([shop.subscriptionCalls, await shop.itemKinds()]).toEqual([[], ["unknown-cycle"]]);
  await resolve(shop, { reviewItemId: await itemOf(shop, "unknown-cycle"), cycle: 2, action: "accept" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

describe("an action on an item about something other than the payment (ENG-PLACED)", () => {
  test("host-not-informed does not change the cycle", async () => {
    const shop = await SubscriptionShop.begin();
    shop.cycleOverdue = async () => ({
      refused: { code: toShopRefusalCode("no_mail"), message: "The mail server is away." },
    });
    await shop.cycle(1);
    await shop.passDays(33);
    const item = await itemOf(shop, "host-not-informed");
    await expect(resolve(shop, { reviewItemId: item, action: "accept" })).rejects.toMatchObject({
      problems: [
        {
          path: "action",
          message: "must be dismiss: the shop was not informed, which says nothing about the payment",
        },
      ],
    });
    await resolve(shop, { reviewItemId: item, action: "dismiss" });
    expect(await shop.itemKinds()).toEqual(["cycle-overdue"]);
    await shop.cycle(2);
    expect([shop.subscriptionCalls, await shop.itemKinds()]).toEqual([["cycle 2"], []]);
  });

  test("paid-twice cannot be accepted", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.cycle(2);
    await shop.cycle(2, { transaction_id: "T2b" });
    const item = await itemOf(shop, "paid-twice");
    await expect(resolve(shop, { reviewItemId: item, action: "accept" })).rejects.toMatchObject({
      problems: [{ path: "action", message: "must be record-refund or dismiss: it is already paid" }],
    });
  });
});

test("the status has each overdue cycle, and the next cycle after them (CYC-OVERDUE)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(33);
  await shop.passDays(31);
  await shop.cycle(4);
  const { cycles, nextCycle, state } = await shop.subscription();
  expect(cycles.map((each) => `${each.number} ${each.state}${each.isOverdue ? " overdue" : ""}`)).toEqual([
    "1 paid",
    "2 created overdue",
    "3 created overdue",
    "4 paid",
  ]);
  expect([state, nextCycle?.number]).toEqual(["active", 5]);
  await shop.cycle(2);
  await resolve(shop, { reviewItemId: await itemOf(shop, "cycle-overdue"), action: "dismiss" });
  const after = await shop.subscription();
  expect(
    after.cycles.map((each) => `${each.number} ${each.state}${each.isOverdue ? " overdue" : ""}`),
  ).toEqual(["1 paid", "2 paid", "3 closed", "4 paid"]);
});

test("a plan has not ended while an earlier cycle is expected or overdue", async () => {
  const shop = new SubscriptionShop();
  await shop.gateway.start({
    ...minimalSales.subscription,
    plan: { ...minimalSales.subscription.plan, totalCount: 3 },
  });
  await shop.cycle(1);
  await shop.cycle(3);
  expect(await shop.subscription()).toMatchObject({ state: "active", nextCycle: { number: 2 } });
  await shop.passDays(33);
  expect(await shop.subscription()).toMatchObject({ state: "active", nextCycle: undefined });
  await shop.cycle(2);
  expect(await shop.subscription()).toMatchObject({ state: "ended", nextCycle: undefined });
});
