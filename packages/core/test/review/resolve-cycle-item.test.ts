import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import type { ReviewResolution } from "../../src/index.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { grace } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

const staff = { operator: grace, note: "seen at the gateway" } as const;

/** The item of this kind that is open, alone of its kind. */
async function itemOf(shop: SubscriptionShop, kind: string) {
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  const found = reviewItems.filter((item) => item.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]?.id ?? "";
}

async function decide(
  shop: SubscriptionShop,
  decision: Omit<ReviewResolution, "attemptId" | "operator" | "note">,
) {
  await shop.gateway.resolveReviewItem({ attemptId: shop.attemptId, ...staff, ...decision });
}

async function evidence(shop: SubscriptionShop): Promise<(string | undefined)[]> {
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  return reviewItems.map(({ kind, problem }) => `${kind}: ${problem?.message}`);
}

/** One that, between a decision's look at the item and its commit, lets something else happen. */
class Interrupted extends MemoryStore {
  meanwhile: (() => Promise<unknown>) | undefined;

  override async claimDueJobs(...each: Parameters<MemoryStore["claim"]>) {
    const leased = await super.claimDueJobs(...each);
    const run = this.meanwhile;
    this.meanwhile = undefined;
    await run?.();
    return leased;
  }
}

describe("what staff accept a cycle with is its payment: another charge is one too many (CYC-TRANSACTION, B-47)", () => {
  test.each([
    ["of another sum", { true_amount: "9.99" }, "amount-mismatch"],
    ["of another gateway subscription ID", { payment_transaction_id: "M9" }, "subscription-mismatch"],
  ])("a charge %s", async (_, changed, kind) => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.cycle(2, { transaction_id: "T9", ...changed });
    await decide(shop, { reviewItemId: await itemOf(shop, kind), action: "accept" });
    await shop.cycle(2, { transaction_id: "T2" });
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
    expect(await evidence(shop)).toEqual([
      "paid-twice: It was accepted with transaction T9, and paid in full by T2.",
    ]);
    const [, { transactionId } = {}] = (await shop.subscription()).cycles;
    expect(transactionId).toBe("T9");
  });

  test("a sale's too, of a subscription or not", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1, { transaction_id: "T9", true_amount: "9.99" });
    await decide(shop, { reviewItemId: await itemOf(shop, "amount-mismatch"), action: "accept" });
    await shop.cycle(1);
    expect(await evidence(shop)).toEqual([
      "paid-twice: It was accepted with transaction T9, and paid in full by T1.",
    ]);
  });

  test("but what was accepted on other proof is confirmed by the first charge", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await decide(shop, { cycle: 2, action: "accept" });
    await shop.cycle(2);
    expect(await evidence(shop)).toEqual([]);
  });

  test("days are counted from the charge, not from the click (CYC-CALENDAR)", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1, { true_amount: "9.99" });
    await shop.passDays(11);
    await decide(shop, { reviewItemId: await itemOf(shop, "amount-mismatch"), action: "accept" });
    expect((await shop.subscription()).nextCycle).toEqual({ number: 2, dueAt: "2026-04-01T12:00:00.000Z" });
  });
});

describe("a decision that comes too late books nothing, and its item stays (LED-COMMIT)", () => {
  test.each([
    ["the charge pays another cycle", { transaction_id: "T9" }, "action"],
    ["the cycle is paid by another", { transaction_id: "T2" }, "cycle"],
  ])("%s meanwhile", async (_, changed, path) => {
    const store = new Interrupted();
    const shop = await SubscriptionShop.begin({}, false, store);
    await shop.cycle(1);
    await shop.cycle("0", { transaction_id: "T9" });
    const item = await itemOf(shop, "unknown-cycle");
    store.meanwhile = () => shop.cycle(2, changed);
    const asked = path === "action" ? 3 : 2;
    await expect(decide(shop, { reviewItemId: item, cycle: asked, action: "accept" })).rejects.toMatchObject({
      code: "resolution_invalid",
      problems: [{ path }],
    });
    expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2"]);
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
    // Where it is true still, somebody else may decide it at once.
    if (path === "cycle") await decide(shop, { reviewItemId: item, cycle: 3, action: "accept" });
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("accepting a cycle whose only charge has paid another", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.cycle(13, { transaction_id: "T13" });
    await shop.cycle(12, { transaction_id: "T13" });
    const item = await itemOf(shop, "unexpected-cycle");
    await expect(decide(shop, { reviewItemId: item, action: "accept" })).rejects.toMatchObject({
      problems: [
        { path: "action", message: "comes too late: transaction T13 has paid cycle 12. Look again" },
      ],
    });
    expect(shop.subscriptionCalls).toEqual(["cycle 12"]);
    expect(await shop.itemKinds()).toEqual(["unexpected-cycle"]);
  });
});

describe("a charge whose cycle could not be told, and that staff gave back (CYC-TRANSACTION)", () => {
  async function givenBack(isPaid = true) {
    const shop = await SubscriptionShop.begin();
    if (isPaid) await shop.cycle(1);
    await shop.cycle("0", { transaction_id: "T9" });
    await decide(shop, { reviewItemId: await itemOf(shop, "unknown-cycle"), action: "record-refund" });
    return shop;
  }

  test("is not renewed when the gateway names its cycle after all", async () => {
    const shop = await givenBack();
    expect(await shop.itemKinds()).toEqual([]);
    await shop.cycle(2, { transaction_id: "T9" });
    expect([shop.subscriptionCalls, await shop.cycles()]).toEqual([[], ["1 paid shop-order-1", "2 review"]]);
    expect(await evidence(shop)).toEqual([
      "transaction-reused: Transaction T9 was reported as paid, and was given back. It was not booked again.",
    ]);
    await shop.cycle(2);
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  });

  test("keeps the note of who gave it back", async () => {
    const shop = await givenBack();
    const { work } = await loadAllAttempts(shop.store);
    const ended = work.find(({ kind }) => kind === "unknown-cycle");
    expect(ended?.result?.note).toBe("user_1 (Grace): seen at the gateway");
  });

  test("says nothing of the sale; nor does closing its item", async () => {
    expect(await (await givenBack(false)).state()).toBe("pending");
    const shop = await SubscriptionShop.begin();
    await shop.cycle("0", { transaction_id: "T9" });
    await decide(shop, { reviewItemId: await itemOf(shop, "unknown-cycle"), action: "dismiss" });
    expect([await shop.state(), await shop.itemKinds()]).toEqual(["pending", []]);
    await shop.cycle(1);
    await shop.cycle(2, { transaction_id: "T9" });
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  });
});

describe("a cycle that was missed until more was heard (CYC-MISSING)", () => {
  /** The shop could not be told: ten times, or not yet. */
  async function untold(times: number) {
    const shop = await SubscriptionShop.begin();
    const { missed } = shop;
    shop.cycleOverdue = () => Promise.reject(new Error("the mail server is away"));
    await shop.cycle(1);
    await shop.passDays(33);
    for (let round = 1; round < times; round++) await shop.passDays(1);
    shop.cycleOverdue = missed;
    return shop;
  }

  test.each([1, 10])("the shop, not told in %i tries, is not told once the cycle is paid", async (times) => {
    const shop = await untold(times);
    expect(await shop.itemKinds()).toEqual(times === 1 ? ["cycle-overdue"] : ["cycle-overdue", "missed"]);
    await shop.cycle(2);
    expect(await shop.itemKinds()).toEqual([]);
    await shop.passDays(1);
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  });

  test.each([1, 10])("nor, after %i tries, once a closing is known that came before it", async (times) => {
    const shop = await untold(times);
    await shop.cycle(1, { enabled: "0", transaction_id: "T1" });
    expect(await shop.itemKinds()).toEqual([]);
    await shop.passDays(1);
    expect(shop.subscriptionCalls).toEqual(["closed"]);
  });
});

describe("whose the subscription is, the first charge that pays says (CYC-MASTER)", () => {
  test("not a first try that was declined under another gateway subscription ID", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1, { returncode: "2", payment_transaction_id: "M0", transaction_id: "T0" });
    await shop.cycle(1);
    await shop.cycle(2);
    expect((await shop.subscription()).gatewaySubscriptionId).toBe("M1");
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
    expect(await shop.itemKinds()).toEqual(["subscription-mismatch"]);
  });

  test("and a closing of another one, heard before, closes nothing", async () => {
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

test("a charge under a number of its own that names no gateway subscription ID is kept for staff (CYC-NUMBER, B-48)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  const told = { orderid: "GATEWAYS-OWN", payment_transaction_id: "" };
  expect(await shop.cycle(2, told)).toMatchObject({ body: "OK" });
  expect([shop.subscriptionCalls, await shop.itemKinds()]).toEqual([[], ["unknown-cycle"]]);
  await decide(shop, { reviewItemId: await itemOf(shop, "unknown-cycle"), cycle: 2, action: "accept" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

describe("an item that ends alone (LED-PLACED)", () => {
  test("that the shop was not told of a missing cycle says nothing of the cycle", async () => {
    const shop = await SubscriptionShop.begin();
    shop.cycleOverdue = async () => ({ refused: { code: "no_mail", message: "The mail server is away." } });
    await shop.cycle(1);
    await shop.passDays(33);
    const item = await itemOf(shop, "missed");
    await expect(decide(shop, { reviewItemId: item, action: "accept" })).rejects.toMatchObject({
      problems: [
        {
          path: "action",
          message: "must be closed: the shop could not be told, which says nothing of the money",
        },
      ],
    });
    await decide(shop, { reviewItemId: item, action: "dismiss" });
    expect(await shop.itemKinds()).toEqual(["cycle-overdue"]);
    await shop.cycle(2);
    expect([shop.subscriptionCalls, await shop.itemKinds()]).toEqual([["cycle 2"], []]);
  });

  test("of what is paid nothing is accepted again", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.cycle(2);
    await shop.cycle(2, { transaction_id: "T2b" });
    const item = await itemOf(shop, "paid-twice");
    await expect(decide(shop, { reviewItemId: item, action: "accept" })).rejects.toMatchObject({
      problems: [{ path: "action", message: "must be refunded or closed: it is paid already" }],
    });
  });
});

test("each cycle that is missing stands in the status, also where more than one is, and what comes next after them (CYC-MISSING)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(33);
  await shop.passDays(31);
  await shop.cycle(4);
  const { cycles, nextCycle, state } = await shop.subscription();
  expect(cycles.map((each) => `${each.number} ${each.state}${each.missing ? " missing" : ""}`)).toEqual([
    "1 paid",
    "2 created missing",
    "3 created missing",
    "4 paid",
  ]);
  expect([state, nextCycle?.number]).toEqual(["active", 5]);
  await shop.cycle(2);
  await decide(shop, { reviewItemId: await itemOf(shop, "cycle-overdue"), action: "dismiss" });
  const after = await shop.subscription();
  expect(after.cycles.map((each) => `${each.number} ${each.state}${each.missing ? " missing" : ""}`)).toEqual(
    ["1 paid", "2 paid", "3 closed", "4 paid"],
  );
});

test("a plan has not ended while an earlier cycle is expected or missing", async () => {
  const shop = new SubscriptionShop();
  await shop.gateway.start({
    ...minimalSales.subscription,
    plan: { ...minimalSales.subscription.plan, totalCount: 3 },
  });
  await shop.cycle(1);
  await shop.cycle(3);
  expect(await shop.subscription()).toMatchObject({ state: "active", next: { number: 2 } });
  await shop.passDays(33);
  expect(await shop.subscription()).toMatchObject({ state: "active", url: undefined });
  await shop.cycle(2);
  expect(await shop.subscription()).toMatchObject({ state: "ended", url: undefined });
});
