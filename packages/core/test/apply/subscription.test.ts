import { describe, expect, test } from "vitest";
import {
  findPaidSubscription,
  type PlaceOrderRequest,
  recommendedAction,
} from "../../src/entries/adapter.ts";
import { type InboxEntry, type LeasedJob, MemoryStore } from "../../src/entries/store.ts";
import { itemOfGivenUpJob } from "../../src/payment/review-item.ts";
import { allowedActions } from "../../src/payment/review-kinds.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { notificationFields, signFields } from "../fixtures/test-shop.ts";
import { grace } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test("each paid cycle is one renewal, with what was charged and what it renews (B-47, CYC-RENEWAL)", async () => {
  const shop = await SubscriptionShop.begin();
  const requests: unknown[] = [];
  shop.placeRenewal = async ({ complete: _, ...request }) => {
    requests.push(request);
    return { placed: { id: "renewal-2" } };
  };
  await shop.cycle(1);
  await shop.cycle(2);
  expect(requests).toEqual([
    {
      key: `${shop.attemptId}/cycle-2/place-renewal`,
      payment: expect.objectContaining({ reference: "order-1", transactionId: "T1" }),
      subscription: {
        planId: minimalSales.subscription.plan.id,
        planType: "monthly",
        totalCount: 12,
        gatewaySubscriptionId: "M1",
        firstOrderId: "shop-order-1",
      },
      cycle: {
        number: 2,
        amount: { minor: 1999, currency: "USD" },
        transactionId: "T2",
        dueAt: new Date("2026-04-01T12:00:00Z"),
      },
    },
  ]);
  expect(await shop.subscription()).toMatchObject({
    planType: "monthly",
    totalCount: 12,
    state: "active",
    gatewaySubscriptionId: "M1",
    closedAt: undefined,
    cycles: [
      { number: 1, state: "paid", transactionId: "T1", placedOrder: { id: "shop-order-1" } },
      { number: 2, state: "paid", transactionId: "T2", placedOrder: { id: "renewal-2" } },
    ],
    nextCycle: { number: 3, dueAt: "2026-05-01T12:00:00.000Z" },
  });
});

test("a cycle that comes again is renewed once, and nothing is written (B-47, B-32)", async () => {
  const shop = await SubscriptionShop.begin();
  for (const number of [1, 2, 2, 1, 2]) expect(await shop.cycle(number)).toMatchObject({ body: "OK" });
  const before = await loadAllAttempts(shop.store, { cycles: "all" });
  await shop.cycle(2, { datetime: "20260402000000" });
  expect(await loadAllAttempts(shop.store, { cycles: "all" })).toEqual(before);
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("later cycles may come first, also before the sale: they wait until that is placed (B-48)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(3);
  await shop.cycle(2);
  expect([shop.placed, shop.subscriptionCalls]).toEqual([[], []]);
  await shop.cycle(1);
  expect(shop.placed).toHaveLength(1);
  expect(shop.subscriptionCalls.toSorted()).toEqual(["cycle 2", "cycle 3"]);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2", "3 paid renewal-3"]);
});

test("a renewal waits while the first order cannot be placed, and follows it at once (LED-PLACED)", async () => {
  const shop = await SubscriptionShop.begin();
  const { placeOrder } = shop;
  shop.placeOrder = async () => {
    throw new Error("the shop is being mended");
  };
  await shop.cycle(1);
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual([]);
  shop.placeOrder = placeOrder;
  shop.pass(10);
  await shop.gateway.sweep();
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("without a first payment a charged cycle becomes an item in the end, and nothing is lost", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(2);
  for (let tries = 0; tries < 10; tries++) await shop.passDays(1);
  expect(await shop.itemKinds()).toEqual(["no-result", "renewal-not-placed"]);
  await shop.cycle(1);
  expect(shop.subscriptionCalls).toContain("cycle 2");
  expect(await shop.itemKinds()).not.toContain("renewal-not-placed");
});

test("the same gateway order ID for each cycle, or a new one for each (CYC-NUMBER)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  expect(await shop.cycle(2, { orderid: "GATEWAYS-OWN-2" })).toMatchObject({ body: "OK" });
  expect(await shop.cycle(3)).toMatchObject({ body: "OK" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "cycle 3"]);
});

test("what names another merchant is another order's (NOT-FIELDS)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  expect(await shop.cycle(2, { memberid: "10009" })).toMatchObject({ status: 403, body: "foreign" });
});

test("what names another sale of ours is refused, paid or not: its own address has it (CYC-NUMBER)", async () => {
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
  expect(await shop.itemKinds()).toEqual([]);
});

describe("what comes under a number of its own and names no later cycle (CYC-NUMBER, ITEM-CYCLE)", () => {
  const own = { orderid: "GATEWAYS-OWN", transaction_id: "T2" };

  test.each(["0", "02", "1.0", "", "-2", "1", "99999999999999999999"])(
    "is kept with the count '%s', books nothing, and is an item until its transaction pays a cycle",
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
        `Transaction T2 came under the gateway order ID GATEWAYS-OWN and names ${count === "" ? "no cycle" : `the cycle ${count}`}: which one it is cannot be told.`,
      );
      expect(attempts[0]?.timeline.at(-1)?.text).toContain(
        "The notification has the gateway order ID GATEWAYS-OWN.",
      );
      await shop.cycle(2);
      expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
      expect(await shop.itemKinds()).toEqual([]);
    },
  );

  test("is kept without a count too, and pays no sale", async () => {
    const shop = await SubscriptionShop.begin();
    expect(await shop.notify({ ...own, payment_transaction_id: "M1" })).toMatchObject({ body: "OK" });
    expect([await shop.state(), shop.placed]).toEqual(["pending", []]);
    expect(await shop.itemKinds()).toEqual(["unknown-cycle"]);
  });

  test("does not say whose the subscription is, nor closes it for another gateway subscription ID (CYC-MASTER)", async () => {
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
      "It was not booked.",
    );
  });

  test.each([
    ["by itself", { returncode: "2", transaction_id: "" }, []],
    ["by itself, for cycle 1", { returncode: "2", transaction_id: "", payment_period_count: "1" }, []],
    ["with the last charge", { transaction_id: "T1" }, []],
    ["with a charge of a cycle that cannot be told", { transaction_id: "T2" }, ["unknown-cycle"]],
  ])("closes %s (CYC-CLOSED)", async (_, changed, items) => {
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

  test("fills nothing when it does not verify: eight are kept, with one item (NSIG-MISSING)", async () => {
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

test("failed, then paid: one renewal, and staff see the failure (PLAN-ATTEMPTS)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { returncode: "2", transaction_id: "T2a" });
  expect(await shop.cycles()).toContain("2 failed");
  await shop.cycle(2);
  expect(await shop.cycles()).toContain("2 paid renewal-2");
  const [, second] = (await shop.subscription()).cycles;
  expect(second?.timeline.map(({ text }) => text)).toEqual([
    "The gateway reported a failed payment (transaction T2a, cycle 2).",
    "The gateway confirmed 19.99 USD paid (transaction T2, cycle 2).",
  ]);
});

test.each([
  ["with a later cycle", { payment_period_count: "3" }],
  ["with a later cycle under a number of its own", { payment_period_count: "3", orderid: "GATEWAYS-OWN" }],
  ["with a failed cycle", { payment_period_count: "3", returncode: "2" }],
  ["with no cycle, and without a charge", { returncode: "2" }],
  ["with a cycle that cannot be told", { payment_period_count: "0" }],
])("another gateway subscription ID closes nothing: %s (CYC-CLOSED, CYC-MASTER)", async (_, changed) => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.notify({ payment_transaction_id: "M9", transaction_id: "T9", enabled: "0", ...changed });
  expect(shop.subscriptionCalls).toEqual([]);
  expect(await shop.subscription()).toMatchObject({ state: "active", closedAt: undefined });
  await shop.cycle(4);
  expect(await shop.itemKinds()).not.toContain("charged-after-closing");
});

test.each([
  ["M9", "active", []],
  ["M1", "closed", ["charged-after-closing"]],
])(
  "a closing under a number of its own that comes first, of the gateway subscription ID %s: the subscription is %s (CYC-CLOSED, LED-JUDGE)",
  async (master, state, items) => {
    const shop = await SubscriptionShop.begin();
    const closing = { orderid: "GATEWAYS-OWN", transaction_id: "T9", returncode: "2", enabled: "0" };
    await shop.notify({ ...closing, payment_transaction_id: master });
    await shop.passDays(40);
    await shop.cycle(2, { payment_transaction_id: "" });
    await shop.cycle(1);
    expect(await shop.subscription()).toMatchObject({ state });
    expect((await shop.itemKinds()).filter((kind) => kind !== "subscription-mismatch")).toEqual(items);
    expect(shop.subscriptionCalls.includes("closed")).toBe(state === "closed");
  },
);

test("closing with a charge: the charge is booked, and the shop hears of the closing once (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { enabled: "0" });
  await shop.cycle(2, { enabled: "0", attach: "again" });
  expect(shop.subscriptionCalls.toSorted()).toEqual(["closed", "cycle 2"]);
  expect(await shop.subscription()).toMatchObject({
    state: "closed",
    closedAt: "2026-03-01T12:00:00.000Z",
    nextCycle: undefined,
  });
  expect(await shop.itemKinds()).toEqual([]);
});

test.each([{}, { payment_period_count: "1" }, { transaction_id: "" }])(
  "closing without a charge takes back no approval: %o (CYC-CLOSED, ITEM-CONTRADICTORY)",
  async (changed) => {
    const shop = new SubscriptionShop();
    shop.answer = Response.json({ status: 0 });
    await shop.gateway.start(minimalSales.subscription);
    await shop.cycle(1);
    const closing = { enabled: "0", returncode: "2", true_amount: "0.00", transaction_id: "T9" };
    await shop.notify({ payment_transaction_id: "M1", ...closing, ...changed });
    expect(await shop.subscription()).toMatchObject({ state: "closed" });
    expect(shop.subscriptionCalls).toEqual(["closed"]);
    expect(await shop.itemKinds()).toEqual([]);
  },
);

test("closing by itself repeats the last charge, which is not booked twice (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2);
  await shop.cycle(2, { enabled: "0" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "closed"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test.each([
  ["the closing first", [() => ({ number: 2, enabled: "0" }), () => ({ number: 4 })]],
  ["the charge first", [() => ({ number: 4 }), () => ({ number: 2, enabled: "0" })]],
])("a charge after closing is booked, and an item: %s (B-48, CYC-CLOSED)", async (_, messages) => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(3);
  for (const message of messages) {
    const { number, ...more } = message() as { number: number; enabled?: string };
    await shop.cycle(number, more);
  }
  expect(shop.subscriptionCalls.toSorted()).toEqual(["closed", "cycle 2", "cycle 3", "cycle 4"]);
  expect(await shop.itemKinds()).toEqual(["charged-after-closing", "charged-after-closing"]);
});

test("closing that names no cycle makes no charge one too many (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.cycle(2);
  await shop.notify({ payment_transaction_id: "M1", enabled: "0", transaction_id: "T1" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "closed"]);
  expect(await shop.itemKinds()).toEqual([]);
});

/** On 1 April at noon; the third cycle is due on 1 May. */
const namesNoCycle = { payment_transaction_id: "M1", enabled: "0", transaction_id: "T1" };

test("a cycle that is due after a closing of no cycle is booked, and an item (B-48, CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.cycle(2);
  await shop.notify(namesNoCycle);
  await shop.passDays(30);
  await shop.cycle(3);
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "closed", "cycle 3"]);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item).toMatchObject({ kind: "charged-after-closing", cycle: 3 });
  expect(item?.problem?.message).toContain("reported closed on 2026-04-01, before it was due");
});

test("a cycle that was charged before such a closing and is heard after it is no item (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.notify(namesNoCycle);
  await shop.passDays(5);
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual(["closed", "cycle 2"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("days are counted from the first payment, also where a closing and a later cycle came before it (CYC-CLOSED)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.passDays(31);
  await shop.cycle(2);
  await shop.notify({ ...namesNoCycle, transaction_id: "T0", returncode: "2" });
  expect(await shop.itemKinds()).toEqual([]);
  await shop.passDays(2);
  await shop.cycle(1);
  expect(await shop.itemKinds()).toEqual(["charged-after-closing"]);
});

test("a transaction pays one cycle: for another it is held, until staff take it (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { transaction_id: "T1" });
  await shop.cycle(3);
  await shop.cycle(4, { transaction_id: "T3" });
  expect(shop.subscriptionCalls).toEqual(["cycle 3"]);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 review", "3 paid renewal-3", "4 review"]);
  expect(await shop.itemKinds()).toEqual(["transaction-reused", "transaction-reused"]);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item?.problem?.message).toContain("Transaction T1 is reported as paid, but it paid cycle 1 before.");
  const resolution = {
    attemptId: shop.attemptId,
    operator: grace,
    note: "seen",
    reviewItemId: item?.id ?? "",
  };
  await shop.gateway.resolveReviewItem({ ...resolution, action: "accept" });
  expect(shop.subscriptionCalls).toEqual(["cycle 3", "cycle 2"]);
  expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
});

test("a gateway subscription ID's number as the transaction of every cycle pays one of them (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  for (const number of [2, 3, 4, 5]) await shop.cycle(number, { transaction_id: "M1" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("a held cycle stays held when more is heard of it, and is paid by a transaction of its own (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { transaction_id: "T1" });
  await shop.cycle(2, { transaction_id: "T2a", returncode: "2" });
  await shop.cycle(2, { transaction_id: "T1", attach: "again" });
  expect(await shop.cycles()).toContain("2 review");
  await shop.cycle(2);
  expect(await shop.cycles()).toContain("2 paid renewal-2");
  const { cycles } = await shop.subscription();
  expect(cycles[1]).toMatchObject({ transactionId: "T2" });
});

test("a cycle that is paid stays so when its transaction is reported for another, whichever came first (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(2, { transaction_id: "T" });
  await shop.cycle(1, { transaction_id: "T" });
  expect(await shop.state()).toBe("review");
  expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
  await shop.cycle(1);
  expect(await shop.state()).toBe("paid");
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("a transaction too many pays nothing, so that it can pay the cycle that it is named for later (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.notify({ payment_transaction_id: "M1", transaction_id: "T2" });
  expect(await shop.itemKinds()).toEqual(["paid-twice"]);
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await shop.itemKinds()).toEqual([]);
  await shop.cycle(3, { transaction_id: "T2" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
});

test("that a cycle cannot be told is no item any more once its transaction has paid one (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle("1.0", { transaction_id: "T2" });
  await shop.cycle("1.0", { transaction_id: "T3" });
  await shop.cycle(2);
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  expect(reviewItems.map(({ id }) => id)).toEqual([`${shop.attemptId}/unknown-cycle/T3`]);
  const { reviewItems: all } = await loadAllAttempts(shop.store);
  const resolved = all.find(({ id }) => id === `${shop.attemptId}/unknown-cycle/T2`);
  expect(resolved?.resolution?.note).toBe("Transaction T2 pays cycle 2.");
});

test("what an operator action makes obsolete is resolved, also if the process dies right after the commit (LED-COMMIT)", async () => {
  class Dying extends MemoryStore {
    isDying = false;

    override async completeJob(...ended: Parameters<MemoryStore["completeJob"]>) {
      if (this.isDying) throw new Error("the process is gone");
      return super.completeJob(...ended);
    }
  }
  const store = new Dying();
  const shop = await SubscriptionShop.begin({}, false, store);
  await shop.cycle(1);
  await shop.passDays(34);
  await shop.notify({ payment_transaction_id: "M1", transaction_id: "T2" });
  await shop.cycle("0", { transaction_id: "T2" });
  expect(await shop.itemKinds()).toEqual(["cycle-overdue", "paid-twice", "unknown-cycle"]);
  store.isDying = true;
  await shop.cycle(2);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a sale is paid twice until all of its transactions but one have paid other cycles (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  for (const transaction_id of ["T1", "T2", "T3"]) await shop.cycle("", { transaction_id });
  expect(await shop.itemKinds()).toEqual(["paid-twice", "paid-twice"]);
  await shop.cycle(2);
  expect(await shop.itemKinds()).toEqual(["paid-twice", "paid-twice"]);
  await shop.cycle(3);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a cycle is paid twice until all of its transactions but one have paid others (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  for (const transaction_id of ["T2", "T3", "T4"]) await shop.cycle(2, { transaction_id });
  expect(await shop.itemKinds()).toEqual(["paid-twice", "paid-twice"]);
  await shop.cycle(3);
  expect(await shop.itemKinds()).toEqual(["paid-twice", "paid-twice"]);
  await shop.cycle(4);
  expect(await shop.itemKinds()).toEqual([]);
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "cycle 3", "cycle 4"]);
});

test.each([
  ["the sale", ""],
  ["a later cycle", "5"],
])(
  "that %s is paid twice names no transaction that has paid another cycle (ITEM-TWICE, CYC-TRANSACTION)",
  async (_, count) => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    for (const transaction_id of count === "" ? ["T2"] : ["T1b", "T2"])
      await shop.cycle(count, { transaction_id });
    await shop.cycle(2);
    expect(await shop.itemKinds()).toEqual([]);
    await shop.cycle(count, { transaction_id: "T3" });
    const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
    const first = count === "" ? "T1" : "T1b";
    expect(reviewItems.map(({ kind, problem }) => [kind, problem?.message])).toEqual([
      ["paid-twice", `2 transactions paid this in full: ${first}, T3.`],
    ]);
    await shop.cycle(3);
    expect(await shop.itemKinds()).toEqual([]);
  },
);

test("nor is it once staff have taken its transaction for another cycle (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2);
  await shop.cycle(2, { transaction_id: "T3" });
  await shop.cycle(3, { true_amount: "9.99" });
  expect(await shop.itemKinds()).toEqual(["amount-mismatch", "paid-twice"]);
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({
    attemptId,
    cycle: 3,
    action: "accept",
    operator: grace,
    note: "seen",
  });
  expect(await shop.itemKinds()).toEqual([]);
});

test("that its cycle cannot be told is no item of a transaction that has paid one (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2);
  for (const transaction_id of ["T1", "T2"]) await shop.cycle("1.0", { transaction_id });
  expect(await shop.itemKinds()).toEqual([]);
  await shop.cycle("1.0", { transaction_id: "T3" });
  expect(await shop.itemKinds()).toEqual(["unknown-cycle"]);
});

test("what another attempt was paid stays an item when a transaction pays a cycle of its own (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.gateway.start(minimalSales.subscription);
  const [first, second] = shop.submissions;
  const fields = { payment_transaction_id: "M1", payment_period_count: "1", transaction_id: "T1" };
  await shop.notify(fields, first);
  await shop.notify({ ...fields, payment_transaction_id: "M2", transaction_id: "T9" }, second);
  await shop.notify({ payment_transaction_id: "M2", transaction_id: "T2" }, second);
  await shop.cycle(2, { payment_transaction_id: "M2" });
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  const twice = reviewItems.flatMap(({ id, kind }) => (kind === "paid-twice" ? [id] : []));
  expect(twice).toEqual([`${shop.attemptId}/paid-twice/attempt`]);
});

test("what arrives together is told apart as well (CYC-TRANSACTION)", async () => {
  class Waiting extends MemoryStore {
    deaf = true;

    override async load(...asked: Parameters<MemoryStore["load"]>) {
      const payment = await super.load(...asked);
      return this.deaf ? { ...payment, notifications: [] } : payment;
    }
  }
  const store = new Waiting();
  const shop = await SubscriptionShop.begin({}, false, store);
  for (const number of [1, 2, 3]) await shop.cycle(number, { transaction_id: "T" });
  store.deaf = false;
  await shop.passDays(1);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 review", "3 review"]);
});

describe("staff accept a charge whose cycle cannot be told (ITEM-CYCLE, CYC-TRANSACTION)", () => {
  async function told(isPaid: boolean) {
    const shop = await SubscriptionShop.begin();
    if (isPaid) await shop.cycle(1);
    await shop.cycle("0", { transaction_id: "T9" });
    const reviewItemId = `${shop.attemptId}/unknown-cycle/T9`;
    const resolution = { attemptId: shop.attemptId, reviewItemId, operator: grace, note: "seen" } as const;
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
  ])("is refused where the cycle is %s, and stays an item", async (_, cycle, message) => {
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
  ])("is one order, for %s, whatever is heard of the charge later", async (...[, cycle, isPaid, later]) => {
    const { shop, accept } = await told(isPaid);
    await shop.gateway.resolveReviewItem({ ...accept, cycle });
    expect([await shop.state(), shop.subscriptionCalls]).toEqual(["paid", cycle === 2 ? ["cycle 2"] : []]);
    expect(await shop.itemKinds()).toEqual([]);
    const orders = shop.subscriptionCalls.length;
    await shop.cycle(later, { transaction_id: "T9" });
    expect(shop.subscriptionCalls).toHaveLength(orders);
    expect(await shop.itemKinds()).toEqual(["transaction-reused"]);
  });

  test("is the renewal's transaction, and another one of its cycle is too many", async () => {
    const { shop, accept } = await told(true);
    const booked: unknown[] = [];
    shop.placeRenewal = async ({ cycle }) => {
      booked.push(cycle.transactionId);
      return { placed: {} };
    };
    await shop.gateway.resolveReviewItem({ ...accept, cycle: 2 });
    expect(booked).toEqual(["T9"]);
    const [, { transactionId, timeline } = {}] = (await shop.subscription()).cycles;
    expect(transactionId).toBe("T9");
    expect(timeline?.map(({ text }) => text)).toEqual(["user_1 (Grace) accepted transaction T9: seen"]);
    await shop.cycle(2, { transaction_id: "T2" });
    await shop.cycle(2, { transaction_id: "T9" });
    const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
    expect(reviewItems.map(({ kind, problem }) => [kind, problem?.message])).toEqual([
      ["paid-twice", "It was accepted with transaction T9, and paid in full by T2."],
    ]);
    expect(booked).toEqual(["T9"]);
    await shop.cycle(3, { transaction_id: "T2" });
    expect(await shop.itemKinds()).toEqual([]);
    expect(booked).toEqual(["T9", "T2"]);
  });

  test("stays an item where the sale is accepted without naming it", async () => {
    const { shop, accept } = await told(false);
    const { reviewItemId: _, ...sale } = accept;
    await shop.gateway.resolveReviewItem(sale);
    expect(await shop.state()).toBe("paid");
    expect(await shop.itemKinds()).toEqual(["unknown-cycle"]);
  });
});

test("what staff have accepted is paid by the transaction that was reported of it (CYC-TRANSACTION)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { payment_transaction_id: "M2", transaction_id: "T9" });
  await shop.gateway.resolveReviewItem({
    attemptId: shop.attemptId,
    cycle: 2,
    action: "accept",
    operator: grace,
    note: "It is ours.",
  });
  await shop.cycle(3, { transaction_id: "T9" });
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2", "3 review"]);
});

test.each([
  ["of a cycle that cannot be told", ["1", "1.0"]],
  ["too many", ["1", ""]],
  ["of a cycle that cannot be told, and the sale not paid", ["1.0"]],
])("accepting a sale leaves it no transaction %s (CYC-TRANSACTION)", async (_, counts) => {
  const shop = await SubscriptionShop.begin();
  for (const count of counts) await shop.cycle(count, { transaction_id: count === "1" ? "T1" : "T2" });
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({ attemptId, action: "accept", operator: grace, note: "seen" });
  await shop.cycle(2);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2"]);
});

test("a closing before the sale is paid is told when it is (B-48)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(2, { returncode: "2", enabled: "0" });
  expect(shop.subscriptionCalls).toEqual([]);
  await shop.cycle(1);
  expect(shop.subscriptionCalls).toEqual(["closed"]);
});

test("what a failed attempt heard of closing does not make the renewals of a later one read all cycles (B-48)", async () => {
  const asked: unknown[] = [];
  class Watched extends MemoryStore {
    override async load(...each: Parameters<MemoryStore["load"]>) {
      asked.push(each[1]?.cycles);
      return super.load(...each);
    }
  }
  const shop = await SubscriptionShop.begin({}, false, new Watched());
  await shop.cycle("", { returncode: "2", enabled: "0" });
  await shop.gateway.start(minimalSales.subscription);
  await shop.cycle(1, { payment_transaction_id: "M2" });
  asked.length = 0;
  await shop.cycle(2, { payment_transaction_id: "M2" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(asked).not.toContain("all");
});

test("another gateway subscription ID is booked only if staff say so (CYC-MASTER)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { payment_transaction_id: "M2" });
  expect(shop.subscriptionCalls).toEqual([]);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 review"]);
  expect(await shop.itemKinds()).toEqual(["subscription-mismatch"]);
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({
    attemptId,
    cycle: 2,
    action: "accept",
    operator: grace,
    note: "seen",
  });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a renewal has a transaction of its own, not one that was held before; what staff accept has what there is (CYC-MASTER)", async () => {
  const shop = await SubscriptionShop.begin();
  const booked: unknown[] = [];
  shop.placeRenewal = async ({ cycle }) => {
    booked.push(cycle.transactionId);
    return { placed: {} };
  };
  await shop.cycle(1);
  await shop.cycle(2, { payment_transaction_id: "M2", transaction_id: "Tx" });
  await shop.cycle(2, { transaction_id: "Ty" });
  await shop.cycle(3, { payment_transaction_id: "M2", transaction_id: "Tz" });
  const { attemptId } = shop;
  await shop.gateway.resolveReviewItem({
    attemptId,
    cycle: 3,
    action: "accept",
    operator: grace,
    note: "It is ours.",
  });
  const { cycles } = await shop.subscription();
  expect(booked).toEqual(["Ty", "Tz"]);
  expect(cycles.map(({ transactionId }) => transactionId)).toEqual(["T1", "Ty", "Tz"]);
});

test("a first payment that names another gateway subscription ID than was known counts, and is an item (CYC-MASTER)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(2);
  await shop.cycle(1, { payment_transaction_id: "M2" });
  expect(await shop.state()).toBe("paid");
  const { reviewItems, attempts } = await shop.gateway.status({ reference: "order-1" });
  expect(reviewItems.map((item) => [item.kind, recommendedAction(item, attempts)])).toEqual([
    ["subscription-mismatch", "dismiss"],
  ]);
  expect(reviewItems[0]?.problem?.message).toBe(
    "It was reported for the gateway subscription ID M2, which is not that of this subscription. A first payment counts all the same: compare the gateway subscription ID at the gateway.",
  );
});

test("a cycle beyond the plan is kept and not booked (CYC-PLAN)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(13);
  await shop.cycle(999_999_999);
  expect(shop.subscriptionCalls).toEqual([]);
  expect(await shop.itemKinds()).toEqual(["unexpected-cycle", "unexpected-cycle"]);
});

test.each(["0", "-1", "1.0", "01", "one"])(
  "the count %s is an item, and pays nothing (ITEM-CYCLE)",
  async (count) => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    await shop.cycle(count, { transaction_id: "T9" });
    expect(await shop.itemKinds()).toEqual(["unknown-cycle"]);
    expect(shop.subscriptionCalls).toEqual([]);
  },
);

test("the amount of a cycle is the order's, not the first instalment (PLAN-FIRST)", async () => {
  const shop = new SubscriptionShop();
  const plan = { ...minimalSales.subscription.plan, firstPeriodAmount: 500 };
  const heard: PlaceOrderRequest["payment"][] = [];
  shop.placeOrder = async ({ payment }) => {
    heard.push(payment);
    return { placed: {} };
  };
  await shop.gateway.start({ ...minimalSales.subscription, plan });
  await shop.cycle(1, { true_amount: "5.00" });
  await shop.cycle(2, { true_amount: "5.00" });
  expect(await shop.itemKinds()).toEqual(["amount-mismatch"]);
  await shop.cycle(3);
  expect(shop.subscriptionCalls).toEqual(["cycle 3"]);
  expect(heard).toMatchObject([
    { amount: { minor: 1999, currency: "USD" }, chargedAmount: { minor: 500, currency: "USD" } },
  ]);
});

test("a cycle that does not come is an item, the shop hears of it, and it is over when the cycle is found (CYC-MISSING)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(32);
  expect([shop.subscriptionCalls, await shop.itemKinds()]).toEqual([[], []]);
  // 1 April at noon, three tries of an hour, and a day
  await shop.passDays(1);
  expect(shop.subscriptionCalls).toEqual(["overdue 2"]);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item).toMatchObject({
    kind: "cycle-overdue",
    cycle: 2,
    problem: {
      message:
        "Cycle 2 was due on 2026-04-01 and is not paid. The gateway reported no charge for it. Ask the gateway.",
    },
  });
  await shop.cycle(2);
  expect(shop.subscriptionCalls).toEqual(["overdue 2", "cycle 2"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a cycle that failed for good is missing too", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.cycle(2, { returncode: "2" });
  await shop.passDays(2);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item?.problem?.message).toContain("Its state is failed.");
});

test("the watch goes on from cycle to cycle, over gaps, to the end of the plan", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2);
  await shop.cycle(4);
  for (let days = 0; days < 500; days += 10) await shop.passDays(10);
  expect(shop.subscriptionCalls.filter((each) => each.startsWith("overdue"))).toEqual(
    [3, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => `overdue ${number}`),
  );
  const payment = await loadAllAttempts(shop.store);
  expect(payment.jobs.filter(({ kind }) => kind === "check-cycle")).toEqual([]);
});

test("after closing nothing is missed any more (CYC-CLOSED, CYC-MISSING)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(31);
  await shop.cycle(2, { enabled: "0" });
  await shop.passDays(400);
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "closed"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("the last cycle of the plan ends it", async () => {
  const shop = new SubscriptionShop();
  await shop.gateway.start({
    ...minimalSales.subscription,
    plan: { ...minimalSales.subscription.plan, totalCount: 2 },
  });
  await shop.cycle(1);
  expect(await shop.subscription()).toMatchObject({ state: "active", nextCycle: { number: 2 } });
  await shop.cycle(2);
  expect(await shop.subscription()).toMatchObject({ state: "ended", nextCycle: undefined });
});

test("a shop that makes no renewals gets an item for each (B-46)", async () => {
  const shop = await SubscriptionShop.begin({}, true);
  await shop.cycle(1);
  await shop.cycle(2, { enabled: "0" });
  expect(await shop.itemKinds()).toEqual(["renewal-not-placed"]);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  expect(item?.problem?.code).toBe("renewals_not_placed");
});

test("a renewal that is refused, or fails for good, is an item and stays paid (LED-PLACED, B-19)", async () => {
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
    operator: grace,
    note: "",
  });
  expect(await shop.itemKinds()).toEqual(["renewal-not-placed"]);
  shop.placeRenewal = async () => ({ placed: { id: "renewal-2" } });
  expect(await shop.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toEqual({
    outcome: "done",
  });
  expect(await shop.itemKinds()).toEqual([]);
});

test("cycles of a subscription that was begun beside the one that paid are renewed for nobody (B-10)", async () => {
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

test("the subscription to show is the one of the winning attempt, and before that of the first paid one", async () => {
  const shop = await SubscriptionShop.begin();
  const firstForm = shop.lastForm;
  const begun = async () => findPaidSubscription(await shop.gateway.status({ reference: "order-1" }));
  expect(await begun()).toBeUndefined();
  await shop.notify({ returncode: "2", payment_period_count: "1", payment_transaction_id: "M0" });
  const { attemptId } = await shop.gateway.start(minimalSales.subscription);
  const { placeOrder } = shop;
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "There is no tea." } });
  await shop.cycle(1);
  const late = { payment_period_count: "1", payment_transaction_id: "M0", transaction_id: "S1" };
  await shop.notify({ ...notificationFields(firstForm), ...late }, firstForm);
  expect(await begun()).toMatchObject({ subscription: { gatewaySubscriptionId: "M0" } });
  shop.placeOrder = placeOrder;
  const items = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  await shop.gateway.retryReviewItem(items.find(({ kind }) => kind === "order-not-placed")?.id ?? "", {
    operator: grace,
  });
  expect(await begun()).toMatchObject({
    attempt: { attemptId },
    subscription: { gatewaySubscriptionId: "M1" },
  });
  expect((await begun())?.subscription.cycles[0]?.placedOrder).toMatchObject({ id: "shop-order-1" });
});

test("of the books of two tenants the subscription that was placed is shown", () => {
  const payment = (attemptId: string, placedOrder?: object) =>
    ({ attemptId, isWinning: true, subscription: { cycles: [{ number: 1, placedOrder }] } }) as never;
  const one = { attemptId: "C", isWinning: true, subscription: undefined } as never;
  const found = (...payments: never[]) => findPaidSubscription({ attempts: payments })?.attempt.attemptId;
  expect(found(payment("A"), payment("B", { at: "" }))).toBe("B");
  expect(found(payment("A"), payment("B"))).toBe("A");
  expect(found(one)).toBeUndefined();
});

test.each([
  ["no subscription", 2, minimalSales.hosted],
  ["cycle 0", 0, minimalSales.subscription],
  ["a fraction", 1.5, minimalSales.subscription],
  ["a text", "2", minimalSales.subscription],
])("an action about a cycle of %s is refused", async (_, cycle, sale) => {
  const shop = new SubscriptionShop();
  await shop.gateway.start(sale);
  const resolution = { attemptId: shop.attemptId, cycle: cycle as number, operator: grace, note: "" };
  await expect(shop.gateway.resolveReviewItem({ ...resolution, action: "dismiss" })).rejects.toMatchObject({
    code: "resolution_invalid",
    problems: [{ path: "cycle" }],
  });
});

test("an action on the item of a cycle is about the cycle, and resolves only that item (CYC-MASTER)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.cycle(2, { payment_transaction_id: "M2" });
  await shop.cycle(13);
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  const { id = "", attemptId = "" } = reviewItems.find(({ kind }) => kind === "subscription-mismatch") ?? {};
  const seen = { attemptId, operator: grace, note: "seen" };
  await shop.gateway.resolveReviewItem({ ...seen, action: "accept", reviewItemId: id });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await shop.itemKinds()).toEqual(["unexpected-cycle"]);
});

test("where staff ended the first order without placing it, nothing is renewed (LED-PLACED)", async () => {
  const shop = await SubscriptionShop.begin();
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "There is no tea." } });
  await shop.cycle(1);
  const [item] = (await shop.gateway.status({ reference: "order-1" })).reviewItems;
  const { attemptId } = shop;
  const given = { attemptId, action: "record-refund", operator: grace, note: "given back" } as const;
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

/** Somebody else settles something before the first read that asks for more than the book, and began before this was received. */
class Between extends MemoryStore {
  meanwhile: (() => Promise<unknown>) | undefined;
  #unknown = new Set<string>();

  override async load(...[key, read = {}]: Parameters<MemoryStore["load"]>) {
    const { meanwhile } = this;
    const { cycles = [], transactions = [] } = read;
    if (meanwhile !== undefined && cycles.length + transactions.length > 0) {
      this.meanwhile = undefined;
      this.#unknown = new Set((await super.load(key)).notifications.map(({ id }) => id));
      await meanwhile();
      this.#unknown.clear();
    }
    const payment = await super.load(key, read);
    return { ...payment, notifications: payment.notifications.filter(({ id }) => !this.#unknown.has(id)) };
  }
}

test("a cycle that is paid twice after the first read of a payment is told apart in the same plan (CYC-TRANSACTION)", async () => {
  const store = new Between();
  const shop = await SubscriptionShop.begin({}, false, store);
  await shop.cycle(1);
  await shop.cycle(2);
  store.meanwhile = () => shop.cycle(2, { transaction_id: "T5" });
  await shop.cycle(3, { transaction_id: "T5" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2", "cycle 3"]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("a closing that is heard between the two reads of a book is compared with the cycles that came before (CYC-CLOSED)", async () => {
  const store = new Between();
  const shop = await SubscriptionShop.begin({}, false, store);
  await shop.passDays(31);
  await shop.cycle(2);
  store.meanwhile = () => shop.notify({ ...namesNoCycle, transaction_id: "T0", returncode: "2" });
  await shop.cycle(1);
  expect(shop.subscriptionCalls.toSorted()).toEqual(["closed", "cycle 2"]);
  expect(await shop.itemKinds()).toEqual(["charged-after-closing"]);
});

test("what arrives between the two reads of a book overwrites nothing", async () => {
  class Gap extends MemoryStore {
    last: InboxEntry | undefined;
    late: InboxEntry | undefined;

    override receive(entry: InboxEntry) {
      this.last = entry;
      return super.receive(entry);
    }

    override async load(...[key, read = {}]: Parameters<MemoryStore["load"]>) {
      const { late } = this;
      if (late !== undefined && (read.cycles ?? []).length > 0) {
        this.late = undefined;
        await super.receive(late);
      }
      return super.load(key, read);
    }
  }
  const store = new Gap();
  const shop = await SubscriptionShop.begin({}, false, store);
  await shop.cycle(1);
  await shop.cycle(2);
  const told = store.last as InboxEntry;
  store.late = { ...told, id: `${told.id}b`, fact: { ...told.fact, id: "b", transactionId: "T2b" } };
  await shop.cycle(3);
  await shop.passDays(1);
  expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 paid renewal-2", "3 paid renewal-3"]);
  expect(await shop.itemKinds()).toEqual(["paid-twice"]);
});

test("no action resolves a check that was given up: a retry checks again, and the checks continue", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  const { attemptId } = shop;
  const id = `${attemptId}/cycle-2/cycle-not-checked`;
  const now = new Date("2026-05-01T00:00:00Z");
  const claim = { now, lease: { token: "x", until: now } };
  const leased = (await shop.store.claimJob(`${attemptId}/cycle-2/check-cycle`, claim)) as LeasedJob;
  const problem = { code: "x", message: "x" };
  await shop.store.giveUpJob(leased, { problem, reviewItem: itemOfGivenUpJob(leased.job, problem, now) });
  const resolution = { attemptId, action: "dismiss", operator: grace, note: "" } as const;
  await expect(shop.gateway.resolveReviewItem({ ...resolution, reviewItemId: id })).rejects.toMatchObject({
    code: "resolution_invalid",
  });
  await shop.gateway.resolveReviewItem({ ...resolution, cycle: 2 });
  expect(await shop.itemKinds()).toEqual(["cycle-not-checked"]);
  expect(await shop.gateway.retryReviewItem(id, { operator: grace })).toEqual({ outcome: "done" });
  await shop.passDays(100);
  expect(shop.subscriptionCalls).toContain("overdue 3");
});

test("a cycle that staff have closed is not the next one any more", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  await shop.passDays(40);
  await shop.gateway.resolveReviewItem({
    attemptId: shop.attemptId,
    cycle: 2,
    action: "dismiss",
    operator: grace,
    note: "Given up.",
  });
  expect((await shop.subscription()).nextCycle).toMatchObject({ number: 3 });
});

test.each([0, -1, 1.5, 1_000_000_000, "2"])("an action about the cycle %s is refused", async (cycle) => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle(1);
  const about = { attemptId: shop.attemptId, action: "dismiss", operator: grace, note: "" } as const;
  const decided = shop.gateway.resolveReviewItem({ ...about, cycle: cycle as number });
  await expect(decided).rejects.toMatchObject({ code: "resolution_invalid" });
});
