import { describe, expect, test } from "vitest";
import type { PlacedAnswer } from "../../src/entries/adapter.ts";
import { CardDetails } from "../../src/entries/protocol.ts";
import { MemoryStore } from "../../src/entries/store.ts";
import { money, type Sale } from "../../src/index.ts";
import { couldBeCardNumber } from "../../src/protocol/sale/card.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { buyer, hostedSaleInput, notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";
import { grace, mo } from "../payment/example-facts.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

async function started(shop = new TestShop(), sale: Sale = hostedSaleInput()): Promise<TestShop> {
  await shop.gateway.start(sale);
  return shop;
}

test("a verified 00 with the right money pays: one effect, and OK", async () => {
  const shop = await started();
  expect(await shop.notify()).toEqual({ status: 200, headers: expect.anything(), body: "OK" });
  expect(await shop.state()).toBe("paid");
  expect(shop.placed).toHaveLength(1);
  expect((await shop.gateway.status({ reference: "order-1" })).placedOrder).toMatchObject({
    id: "shop-order-1",
  });
});

test("repeats, also with new time and sign, add nothing (B-07, B-30)", async () => {
  const shop = await started();
  await shop.notify();
  const before = await loadAllAttempts(shop.store);
  for (let second = 10; second < 20; second++) {
    expect(await shop.notify({ datetime: `202603011200${second}`, attach: String(second) })).toMatchObject({
      body: "OK",
    });
  }
  expect(await loadAllAttempts(shop.store)).toEqual(before);
  expect(shop.placed).toHaveLength(1);
});

test("fifty at once give one effect and fifty times OK (B-01, B-07)", async () => {
  const shop = await started();
  const replies = await Promise.all(Array.from({ length: 50 }, () => shop.notify()));
  expect(replies.map(({ body }) => body)).toEqual(Array(50).fill("OK"));
  expect(shop.placed).toHaveLength(1);
});

test.each<[string, (shop: TestShop) => Record<string, string>, string]>([
  ["unsigned", (shop) => notificationFields(shop.lastForm), "401 unsigned"],
  [
    "with a sign of another key",
    (shop) => signFields(notificationFields(shop.lastForm), "other-key"),
    "401 mismatch",
  ],
  [
    "changed after signing",
    (shop) => ({ ...signFields(notificationFields(shop.lastForm)), true_amount: "0.01" }),
    "401 mismatch",
  ],
  [
    "of another merchant (B-31)",
    (shop) => signFields({ ...notificationFields(shop.lastForm), memberid: "10003" }),
    "403 foreign",
  ],
  [
    "of another order",
    (shop) => signFields({ ...notificationFields(shop.lastForm), orderid: "X" }),
    "403 foreign",
  ],
])("a notification %s is refused and changes no state", async (_, fields, expected) => {
  const [status, word] = expected.split(" ");
  const shop = await started();
  expect(await shop.post(fields(shop))).toMatchObject({ status: Number(status), body: word });
  expect(await shop.state()).toBe("pending");
  expect(shop.placed).toHaveLength(0);
});

test("a wrong token or an unknown order is one and the same refusal (B-21)", async () => {
  const shop = await started();
  const [attemptId = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
  const body = { kind: "consumed" } as const;
  const wrongToken = await shop.gateway.receive({ attemptId, token: "0".repeat(26), body });
  const unknown = await shop.gateway.receive({ attemptId: "0".repeat(20), token: "0".repeat(26), body });
  expect(wrongToken).toMatchObject({ status: 404, body: "unknown" });
  expect(unknown).toEqual(wrongToken);
});

test("what does not verify is kept once, shown as one item, and bounded (NSIG-MISSING)", async () => {
  const shop = await started();
  for (let n = 0; n < 20; n++)
    await shop.post({ ...notificationFields(shop.lastForm), transaction_id: `t${n}`, datetime: `${n}` });
  await shop.post({ ...notificationFields(shop.lastForm), transaction_id: "t1", datetime: "later" });
  const [attempt] = (await loadAllAttempts(shop.store)).attempts;
  expect(attempt?.quarantine).toHaveLength(8);
  expect(await shop.itemKinds()).toEqual(["not-verified"]);
  expect(await shop.notify()).toMatchObject({ body: "OK" });
  expect(await shop.state()).toBe("paid");
});

test("failure after success never un-pays; success after failure pays (B-25, B-26)", async () => {
  const paidFirst = await started();
  await paidFirst.notify();
  await paidFirst.notify({ returncode: "2", transaction_id: "t2" });
  expect(await paidFirst.state()).toBe("paid");
  const failedFirst = await started();
  await failedFirst.notify({ returncode: "2", transaction_id: "t2" });
  expect(await failedFirst.state()).toBe("failed");
  await failedFirst.notify();
  expect(await failedFirst.state()).toBe("paid");
  expect(failedFirst.placed).toHaveLength(1);
});

test.each([
  ["another amount", { amount: "20.00" }],
  ["less paid", { true_amount: "19.98" }],
  ["more paid", { true_amount: "1999.00" }],
  ["another currency", { currency: "EUR" }],
  ["an amount that cannot be read", { true_amount: "1e3" }],
])("a 00 with %s is review with an item, and no effect (B-40b)", async (_, fields) => {
  const shop = await started();
  expect(await shop.notify(fields)).toMatchObject({ body: "OK" });
  expect(await shop.state()).toBe("review");
  expect(await shop.itemKinds()).toEqual(["amount-mismatch"]);
  expect(shop.placed).toHaveLength(0);
  await shop.notify();
  expect(await shop.state()).toBe("paid");
  expect(shop.placed).toHaveLength(1);
});

test("a second paid attempt is kept and shown as paid twice, and not placed again (B-10, B-16)", async () => {
  const shop = await started();
  const first = shop.lastForm;
  await shop.gateway.start({ ...hostedSaleInput(), variant: "link" });
  await shop.notify({ transaction_id: "t2" });
  await shop.notify({ transaction_id: "t1" }, first);
  const status = await shop.gateway.status({ reference: "order-1" });
  expect(status.attempts.map(({ state }) => state)).toEqual(["paid", "paid"]);
  expect(status.reviewItems.map(({ kind }) => kind)).toEqual(["paid-twice"]);
  expect(shop.placed).toHaveLength(1);
});

test("a late failure of an older attempt leaves the paid one alone (B-26)", async () => {
  const shop = await started();
  const first = shop.lastForm;
  await shop.gateway.start({ ...hostedSaleInput(), variant: "link" });
  await shop.notify();
  await shop.notify({ returncode: "2", transaction_id: "t0" }, first);
  expect(await shop.state()).toBe("paid");
  expect(await shop.itemKinds()).toEqual([]);
});

test("a host that refuses never un-pays: the work becomes an item (LED-PLACED, B-19, B-20)", async () => {
  const shop = await started();
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "The last one was sold." } });
  expect(await shop.notify()).toMatchObject({ body: "OK" });
  const status = await shop.gateway.status({ reference: "order-1" });
  expect(status.state).toBe("paid");
  expect(status.reviewItems).toMatchObject([{ kind: "order-not-placed", problem: { code: "out_of_stock" } }]);
});

test("a host that throws is tried again with back-off, and parked after ten tries (B-38)", async () => {
  const shop = await started();
  let tries = 0;
  shop.placeOrder = async () => {
    tries++;
    throw new Error("database is locked");
  };
  expect(await shop.notify()).toMatchObject({ body: "OK" });
  await shop.gateway.sweep();
  expect(tries).toBe(1);
  for (let n = 0; n < 20; n++) {
    shop.pass(3600);
    await shop.gateway.sweep();
  }
  expect(tries).toBe(10);
  expect(await shop.itemKinds()).toContain("order-not-placed");
  expect(await shop.state()).toBe("paid");
});

test("the reply does not wait for a slow host longer than replyWithin, and close waits for it", async () => {
  const shop = await started(new TestShop({ replyWithin: 1 }));
  let done: () => void = () => {};
  const applying = new Promise<void>((called) => {
    shop.placeOrder = () => {
      called();
      return new Promise((resolve) => {
        done = () => resolve({ placed: {} });
      });
    };
  });
  shop.impatient = true;
  expect(await shop.notify()).toMatchObject({ body: "OK" });
  await applying;
  const closed = shop.gateway.close();
  done();
  await closed;
  expect((await shop.gateway.status({ reference: "order-1" })).placedOrder).toBeDefined();
});

test("a store that fails at T1 answers 503, and the repeat succeeds", async () => {
  const store = new MemoryStore();
  const receive = store.receive.bind(store);
  const shop = await started(new TestShop({}, store));
  store.receive = async () => {
    throw new Error("disk full");
  };
  expect(await shop.notify()).toMatchObject({ status: 503, body: "later" });
  store.receive = receive;
  expect(await shop.notify()).toMatchObject({ body: "OK" });
  expect(await shop.state()).toBe("paid");
});

test("a store that fails at T2 has OK all the same, and the tick settles it (B-28)", async () => {
  const store = new MemoryStore();
  const commit = store.commit.bind(store);
  const shop = await started(new TestShop({}, store));
  store.commit = async () => {
    throw new Error("disk full");
  };
  expect(await shop.notify()).toMatchObject({ body: "OK" });
  expect(await shop.state()).toBe("pending");
  store.commit = commit;
  shop.pass(11);
  expect(await shop.gateway.sweep()).toMatchObject({ payments: 1 });
  expect(await shop.state()).toBe("paid");
  expect(shop.placed).toHaveLength(1);
});

test("work whose holder died comes back when its lease ends", async () => {
  const shop = await started();
  shop.placeOrder = () => new Promise(() => {});
  shop.impatient = true;
  await shop.notify();
  const heir = new TestShop({}, shop.store);
  heir.now = shop.now;
  await heir.gateway.sweep();
  expect(heir.placed).toHaveLength(0);
  heir.pass(31);
  await heir.gateway.sweep();
  expect(heir.placed).toHaveLength(1);
});

test("a payment without any result becomes an item after noResultAfter (B-29)", async () => {
  const shop = await started();
  shop.pass(3599);
  await shop.gateway.sweep();
  expect(await shop.itemKinds()).toEqual([]);
  shop.pass(2);
  await shop.gateway.sweep();
  expect(await shop.itemKinds()).toEqual(["no-result"]);
});

test("a payment that got its result in time leaves no item behind", async () => {
  const shop = await started();
  await shop.notify();
  shop.pass(3601);
  await shop.gateway.sweep();
  expect(await shop.itemKinds()).toEqual([]);
});

test("a previous key still verifies, and the event says so (KEY-ROTATION)", async () => {
  const shop = await started(
    new TestShop({ merchants: [{ id: "10002", key: "new-key", previousKeys: ["old-key"] }] }),
  );
  const fields = notificationFields(shop.lastForm);
  expect(await shop.post(signFields(fields, "old-key"))).toMatchObject({ body: "OK" });
  expect(shop.events).toContainEqual(
    expect.objectContaining({ event: "notification-received", key: "previous" }),
  );
});

test("a renewal is a cycle of its own, never a second payment (B-47, NOT-SUBSCRIPTION)", async () => {
  const shop = new TestShop();
  await shop.gateway.start({
    reference: "order-1",
    variant: "subscription",
    amount: money(1999, "USD"),
    buyer,
    items: [{ name: "Tea", price: 1999, quantity: 1 }],
    card: CardDetails.of({ number: "4242424242424242", month: "12", year: "2030", cvv: "123" }),
    plan: {
      id: "0b5d6f3e-6c1e-4f0b-9a55-3f6f9d1f7c11",
      name: "Tea",
      type: "monthly",
      description: "Tea each month",
      attempts: 3,
      firstPeriodAmount: 999,
    },
  });
  const master = { payment_transaction_id: "900000000001" };
  await shop.notify({ ...master, payment_period_count: "2", transaction_id: "t2" });
  expect(await shop.state()).not.toBe("paid");
  await shop.notify({ ...master, payment_period_count: "1", true_amount: "9.99" });
  await shop.notify({ ...master, payment_period_count: "3", transaction_id: "t3" });
  expect(await shop.state()).toBe("paid");
  expect(await shop.itemKinds()).toEqual([]);
  expect(shop.placed).toHaveLength(1);
  const attemptId = shop.lastForm.get("pay_orderid") ?? "";
  const cycles = [2, 3].map((number) => ({ attemptId, number }));
  const payment = await loadAllAttempts(shop.store, { cycles });
  expect(payment.cycles.map(({ number, state }) => [number, state])).toEqual([
    [2, "paid"],
    [3, "paid"],
  ]);
});

test("the browser's return changes nothing, whatever it says (RET-UNSIGNED, B-41)", async () => {
  const shop = await started();
  const [attemptId = "", token = ""] = (shop.lastForm.get("pay_callbackurl") ?? "").split("/").slice(-2);
  const fields = { paymentStatus: "SUCCEEDED", orderID: attemptId };
  expect(await shop.gateway.handleReturn({ attemptId, token, fields })).toMatchObject({
    hint: "succeeded",
    state: "pending",
  });
  expect(await shop.state()).toBe("pending");
  const [, notifyToken = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
  await expect(shop.gateway.handleReturn({ attemptId, token: notifyToken, fields })).rejects.toMatchObject({
    code: "attempt_unknown",
  });
});

test("an operator's proof pays, once, and stays in the timeline", async () => {
  const shop = await started();
  const attemptId = shop.lastForm.get("pay_orderid") ?? "";
  await shop.gateway.resolveReviewItem({
    attemptId,
    action: "accept",
    operator: mo,
    note: "Seen on the bank statement.",
  });
  expect(await shop.state()).toBe("paid");
  await shop.notify();
  expect(shop.placed).toHaveLength(1);
  const [payment] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  expect(payment?.timeline.map(({ text }) => text).join("\n")).toContain("Seen on the bank statement.");
});

test("a closed gateway takes nothing new, and says so", async () => {
  const shop = await started();
  await shop.gateway.close();
  expect(await shop.notify()).toMatchObject({ status: 503, body: "later" });
  await expect(shop.gateway.start(hostedSaleInput("order-2"))).rejects.toMatchObject({
    code: "gateway_closed",
  });
});

test("judged notifications are forgotten after retention, and a late repeat still adds nothing", async () => {
  const shop = await started(new TestShop({ retention: 3600 }));
  await shop.notify();
  shop.pass(3601);
  expect(await shop.gateway.sweep()).toMatchObject({ deleted: 1 });
  await shop.notify();
  expect(shop.placed).toHaveLength(1);
});

const buyersKey = (form: URLSearchParams) => {
  const [attemptId = "", token = ""] = (form.get("pay_callbackurl") ?? "").split("/").slice(-2);
  return { attemptId, token };
};

test("a buyer hears of the own attempt, and of money on any other (B-18, B-42)", async () => {
  const shop = await started();
  const abandoned = shop.lastForm;
  await shop.gateway.start({ ...hostedSaleInput(), variant: "link" });
  const own = buyersKey(shop.lastForm);
  expect(await shop.gateway.buyerStatus(own)).toMatchObject({ state: "pending", url: undefined });
  await shop.notify({ returncode: "2" });
  expect(await shop.gateway.buyerStatus(own)).toMatchObject({ state: "failed", url: "/retry/order-1" });
  await shop.notify({ transaction_id: "t2" }, abandoned);
  expect(await shop.gateway.buyerStatus(own)).toMatchObject({ state: "paid", url: "/orders/order-1?paid" });
});

test("an app hears the same by the address that it was given, also once the key has changed, and nobody else does (URL-TOKENS)", async () => {
  const shop = await started();
  const { statusUrl, attemptId } = await shop.gateway.start(hostedSaleInput());
  const token = statusUrl.split("/").at(-1) ?? "";
  const own = { attemptId, token };
  expect(await shop.gateway.attemptState(own)).toBe("pending");
  expect((await shop.gateway.status({ reference: "order-1" })).attempts[0]?.statusUrl).toBe(statusUrl);
  for (const stranger of [
    buyersKey(shop.lastForm),
    { attemptId, token: token.replace(/.$/, (last) => (last === "0" ? "1" : "0")) },
    { attemptId: "0123456789ABCDEFGHJK", token },
  ])
    await expect(shop.gateway.attemptState(stranger)).rejects.toMatchObject({ code: "attempt_unknown" });
  await expect(shop.gateway.buyerStatus(own)).rejects.toMatchObject({ code: "attempt_unknown" });
  const merchants = [{ id: "10002", key: "another-key", previousKeys: ["sandbox-hosted-key"] }];
  const later = new TestShop({ merchants }, shop.store);
  expect(await later.gateway.attemptState(own)).toBe("pending");
});

test("a buyer hears whether the paid order is placed, being placed or with a person, and nothing of amounts (B-20, B-42)", async () => {
  const shop = await started();
  const form = shop.lastForm;
  const attemptId = form.get("pay_orderid") ?? "";
  const read = () => shop.gateway.buyerStatus(buyersKey(form));
  expect(await read()).toMatchObject({ order: undefined, awaits: "confirmation" });

  shop.placeOrder = async () => {
    throw new Error("the shop is busy");
  };
  await shop.notify();
  expect(await read()).toMatchObject({ state: "paid", order: "placing", awaits: undefined });

  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "The last one was sold." } });
  shop.pass(3600);
  await shop.gateway.sweep();
  expect(await read()).toMatchObject({ state: "paid", order: "staff" });

  const [item] = await shop.gateway.reviewItems();
  shop.placeOrder = async () => ({ placed: {} });
  await shop.gateway.retryReviewItem(item?.id ?? "", { operator: grace });
  const placed = await read();
  expect(placed).toEqual({
    reference: "order-1",
    tenant: "default",
    state: "paid",
    url: "/orders/order-1?paid",
    order: "placed",
    awaits: undefined,
    isUnreachable: false,
  });
  expect(JSON.stringify(placed)).not.toContain(attemptId);
});

test("a buyer whose money staff refunded reads so, and can pay again (LED-FREE)", async () => {
  const shop = await started();
  const form = shop.lastForm;
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "The last one was sold." } });
  await shop.notify();
  const [item] = await shop.gateway.reviewItems();
  const attemptId = form.get("pay_orderid") ?? "";
  const note = "given back at the gateway";
  await shop.gateway.resolveReviewItem({
    attemptId,
    action: "record-refund",
    operator: mo,
    note,
    reviewItemId: item?.id ?? "",
  });
  const refunded = { state: "refunded", order: undefined, awaits: undefined };
  expect(await shop.gateway.buyerStatus(buyersKey(form))).toMatchObject(refunded);
});

test("a payment under review is no order yet, and nothing is awaited of it", async () => {
  const shop = await started();
  await shop.notify({ true_amount: "1.00" });
  const review = { state: "review", order: undefined, awaits: undefined };
  expect(await shop.gateway.buyerStatus(buyersKey(shop.lastForm))).toMatchObject(review);
});

test("work is told as done once, also when a slow holder comes second", async () => {
  const shop = await started();
  let release: () => void = () => {};
  shop.placeOrder = (work) => {
    shop.placed.push(work.key);
    return new Promise((resolve) => {
      release = () => resolve({ placed: {} });
    });
  };
  shop.impatient = true;
  await shop.notify();
  const heir = new TestShop({}, shop.store);
  heir.pass(301);
  await heir.gateway.sweep();
  release();
  await shop.gateway.close();
  const done = [...shop.events, ...heir.events].filter(({ event }) => event === "job-completed");
  expect(done).toHaveLength(1);
});

test("a signed notification that lacks a required field is refused and kept: nothing is lost", async () => {
  const shop = await started();
  const { true_amount: _, ...rest } = notificationFields(shop.lastForm);
  expect(await shop.post(signFields(rest))).toMatchObject({ status: 400, body: "malformed" });
  expect(await shop.itemKinds()).toEqual(["not-verified"]);
  const [payment] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  expect(payment?.timeline.at(-1)?.text).toContain("its fields are incomplete or ambiguous");
});

test("a decision is checked before it is booked, and ends the payment's items", async () => {
  const shop = await started();
  const attemptId = shop.lastForm.get("pay_orderid") ?? "";
  const decide = (more: object) =>
    shop.gateway.resolveReviewItem({
      attemptId,
      action: "dismiss",
      operator: mo,
      note: "Called the buyer.",
      ...more,
    });
  for (const wrong of [
    { operator: { id: "" } },
    { note: "x".repeat(2001) },
    { action: "refund" as never },
    { operator: undefined as never },
  ])
    await expect(decide(wrong)).rejects.toMatchObject({ code: "resolution_invalid" });
  await shop.notify({ true_amount: "1.00" });
  expect(await shop.itemKinds()).toEqual(["amount-mismatch"]);
  await decide({ action: "record-refund" });
  expect(await shop.itemKinds()).toEqual([]);
  await expect(decide({ attemptId: "0".repeat(20) })).rejects.toMatchObject({ code: "attempt_unknown" });
});

test("an order that could not be placed is placed by working on its item again (B-28)", async () => {
  const shop = await started();
  shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "The last one was sold." } });
  await shop.notify();
  const [item] = await shop.gateway.reviewItems();
  shop.placeOrder = async () => ({ placed: { id: "late-order" } });
  expect(await shop.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toEqual({
    outcome: "done",
  });
  expect((await shop.gateway.status({ reference: "order-1" })).placedOrder).toMatchObject({
    id: "late-order",
  });
  expect(await shop.gateway.reviewItems()).toEqual([]);
  expect(await shop.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toEqual({
    outcome: "not-run",
  });
});

describe("an order that cannot be placed (B-19)", () => {
  async function unplaced() {
    const shop = await started();
    shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "The last one was sold." } });
    await shop.notify();
    const [item] = await shop.gateway.reviewItems();
    if (item === undefined) throw new Error("there is no item");
    const { attemptId } = item;
    const decide = (more: object) =>
      shop.gateway.resolveReviewItem({
        attemptId,
        action: "record-refund",
        operator: mo,
        note: "Given back.",
        ...more,
      });
    return { shop, item, decide };
  }

  test.each([
    ["record-refund", "refunded", "recorded a refund"],
    ["dismiss", "closed", "dismissed the payment"],
  ] as const)("its item ends with the action %s", async (action, expectedState, phrase) => {
    const { shop, item, decide } = await unplaced();
    await decide({ action, reviewItemId: item.id });
    expect(await shop.gateway.reviewItems()).toEqual([]);
    shop.placeOrder = async () => ({ placed: {} });
    expect(await shop.gateway.retryReviewItem(item.id, { operator: grace })).toEqual({ outcome: "not-run" });
    await shop.notify();
    await shop.gateway.sweep();
    const { state, placedOrder, attempts } = await shop.gateway.status({ reference: "order-1" });
    expect([state, placedOrder]).toEqual([expectedState, undefined]);
    expect(attempts[0]?.timeline.at(-1)?.text).toBe(`user_2 (Mo) ${phrase}: Given back.`);
  });

  test("stays when a decision is about something else of the same payment", async () => {
    const { shop, item, decide } = await unplaced();
    await shop.notify({ transaction_id: "t2" });
    await decide({});
    expect(await shop.itemKinds()).toEqual(["order-not-placed"]);
    await shop.notify({ transaction_id: "t3" });
    const [paidTwice] = (await shop.gateway.reviewItems()).filter(({ kind }) => kind === "paid-twice");
    await decide({ reviewItemId: paidTwice?.id });
    expect((await shop.gateway.reviewItems()).map(({ id }) => id)).toEqual([item.id]);
  });

  test("is not accepted a second time, and an item of another payment is none of its", async () => {
    const { shop, item, decide } = await unplaced();
    await expect(decide({ action: "accept", reviewItemId: item.id })).rejects.toMatchObject({
      code: "resolution_invalid",
    });
    for (const reviewItemId of ["no-such-item", 7])
      await expect(decide({ reviewItemId })).rejects.toMatchObject({ code: "review_item_outdated" });
    await shop.gateway.start(hostedSaleInput("order-2"));
    const attemptId = shop.lastForm.get("pay_orderid") ?? "";
    await expect(decide({ attemptId, reviewItemId: item.id })).rejects.toMatchObject({
      code: "review_item_outdated",
      message: "This review item is no longer open. Reload the page to see how it was resolved.",
    });
    expect(await shop.itemKinds()).toEqual(["order-not-placed"]);
  });

  test("is not given back while somebody places it", async () => {
    const { shop, item, decide } = await unplaced();
    let place: (applied: PlacedAnswer) => void = () => {};
    const begun = new Promise<void>((resolve) => {
      shop.placeOrder = () => {
        resolve();
        return new Promise((applied) => {
          place = applied;
        });
      };
    });
    const placing = shop.gateway.retryReviewItem(item.id, { operator: grace });
    await begun;
    await expect(decide({ reviewItemId: item.id })).rejects.toMatchObject({
      code: "review_item_outdated",
      message:
        "This review item is already resolved, or is being processed. Reload the page to see its state.",
    });
    place({ placed: { id: "late-order" } });
    await placing;
    const status = await shop.gateway.status({ reference: "order-1" });
    expect(status.placedOrder).toMatchObject({ id: "late-order" });
    const byStaff = status.attempts[0]?.timeline.filter(({ source }) => source === "operator");
    expect(byStaff?.map(({ text }) => text)).toEqual([
      "user_1 (Grace) retried the review item order-not-placed.",
    ]);
  });
});

test("working on an item that only a person can answer applies nothing", async () => {
  const shop = await started();
  await shop.notify({ true_amount: "1.00" });
  const [item] = await shop.gateway.reviewItems();
  expect(await shop.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toMatchObject({
    outcome: "failed",
  });
  expect(shop.placed).toEqual([]);
  expect(await shop.itemKinds()).toEqual(["amount-mismatch"]);
});

test("after the key is mended, working on the item verifies again what was kept (KEY-ROTATION)", async () => {
  const store = new MemoryStore();
  const wrong = await started(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
  await wrong.notify();
  expect(await wrong.itemKinds()).toEqual(["not-verified"]);
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toEqual({
    outcome: "done",
  });
  expect(await mended.state()).toBe("paid");
  expect(mended.placed).toHaveLength(1);
  expect(await mended.gateway.reviewItems()).toEqual([]);
});

const kept = async (shop: TestShop) => {
  const { attempts } = await loadAllAttempts(shop.store);
  return attempts[0]?.quarantine ?? [];
};

test("what verifies again is kept no longer, and makes room (NSIG-MISSING, KEY-ROTATION)", async () => {
  const store = new MemoryStore();
  const wrong = await started(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
  for (let n = 0; n < 8; n++) await wrong.notify({ transaction_id: `t${n}` });
  expect(await kept(wrong)).toHaveLength(8);
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toEqual({
    outcome: "done",
  });
  expect(await kept(mended)).toEqual([]);
  expect(await mended.itemKinds()).toEqual(Array(7).fill("paid-twice"));
  const [payment] = (await mended.gateway.status({ reference: "order-1" })).attempts;
  expect(payment?.timeline.filter(({ text }) => text.includes("refused"))).toEqual([]);
});

test("what comes again and verifies is kept no longer, and its item ends when somebody looks (NSIG-MISSING)", async () => {
  const shop = await started();
  await shop.post(notificationFields(shop.lastForm));
  expect(await kept(shop)).toHaveLength(1);
  await shop.notify();
  expect(await kept(shop)).toEqual([]);
  const [item] = await shop.gateway.reviewItems();
  expect(await shop.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toEqual({
    outcome: "done",
  });
  expect(await shop.gateway.reviewItems()).toEqual([]);
});

test.each([
  [
    "staff ended it",
    (shop: TestShop, attemptId: string) =>
      shop.gateway.resolveReviewItem({ attemptId, action: "dismiss", operator: grace, note: "A stranger." }),
  ],
  [
    "it was verified again",
    async (shop: TestShop) => {
      const mended = new TestShop({}, shop.store);
      const [item] = await mended.gateway.reviewItems();
      await mended.gateway.retryReviewItem(item?.id ?? "", { operator: grace });
    },
  ],
] as const)(
  "messages that do not verify after %s are an item again, and there is room for them (NSIG-MISSING)",
  async (_, end) => {
    const shop = await started(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }));
    const [attemptId = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
    const ask = async () => (await shop.itemKinds()).filter((kind) => kind === "not-verified");
    for (const episode of [1, 2, 3]) {
      for (let n = 0; n < 9; n++) await shop.notify({ returncode: "2", transaction_id: `t${episode}-${n}` });
      expect(await ask()).toEqual(["not-verified"]);
      expect((await kept(shop)).map(({ fields }) => fields.transaction_id)).toContain(`t${episode}-0`);
      expect(await kept(shop)).toHaveLength(8);
      await end(shop, attemptId);
      expect(await ask()).toEqual([]);
    }
  },
);

test("what staff ended without it being verified keeps no later item open (NSIG-MISSING)", async () => {
  const store = new MemoryStore();
  const wrong = await started(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
  const attemptId = wrong.lastForm.get("pay_orderid") ?? "";
  const forged = { ...notificationFields(wrong.lastForm), transaction_id: "forged", sign: "0".repeat(32) };
  await wrong.post(forged);
  await wrong.gateway.resolveReviewItem({
    attemptId,
    action: "dismiss",
    operator: grace,
    note: "A stranger.",
  });
  await wrong.post(forged);
  expect(await wrong.gateway.reviewItems()).toEqual([]);
  await wrong.notify();
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toEqual({
    outcome: "done",
  });
  expect(await mended.state()).toBe("paid");
  expect(await mended.gateway.reviewItems()).toEqual([]);
  expect(await kept(mended)).toMatchObject([{ episode: 1, fields: { transaction_id: "forged" } }]);
});

test("ids that are long numbers verify again after the key is mended (NSIG-MISSING, KEY-ROTATION)", async () => {
  const store = new MemoryStore();
  const keys = { merchants: [{ id: "10002", key: "wrong" }] };
  const wrong = new TestShop(keys, store);
  await wrong.gateway.start(minimalSales.subscription);
  const long = { transaction_id: "202603010000012345", payment_transaction_id: "9000000000000000001" };
  await wrong.notify({ ...long, payment_period_count: "1" });
  await wrong.notify({
    ...long,
    transaction_id: "1234567890123456789012",
    payment_period_count: "2",
    orderid: "20260401000000000077",
  });
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toEqual({
    outcome: "done",
  });
  expect(mended.subscriptionCalls).toEqual(["cycle 2"]);
  expect(await mended.gateway.reviewItems()).toEqual([]);
});

test("a sign with digits in it like a card's verifies again, too (NSIG-MISSING, KEY-ROTATION)", async () => {
  const store = new MemoryStore();
  const wrong = await started(new TestShop({ merchants: [{ id: "10002", key: "wrong" }] }, store));
  const saysOf = (n: number) =>
    signFields({ ...notificationFields(wrong.lastForm), transaction_id: `t${n}` });
  const isLikeCard = (sign = "") => (sign.match(/\d{13,19}/g) ?? []).some(couldBeCardNumber);
  const odd = Array.from({ length: 20_000 }, (_, n) => saysOf(n)).find(({ sign }) => isLikeCard(sign));
  await wrong.post(odd ?? {});
  const mended = new TestShop({}, store);
  const [item] = await mended.gateway.reviewItems();
  expect(await mended.gateway.retryReviewItem(item?.id ?? "", { operator: grace })).toEqual({
    outcome: "done",
  });
  expect(await mended.state()).toBe("paid");
});

const card = "4242424242424242";

test.each([
  "orderid",
  "transaction_id",
  "payment_transaction_id",
  "datetime",
  "sign",
  "amount",
  "payment_period_count",
  "alert_type",
])("a card's number in %s is not kept, however it is written (B-50)", async (field) => {
  const shop = new TestShop();
  await shop.gateway.start(minimalSales.subscription);
  const renewal = { payment_period_count: "2", payment_transaction_id: "M1" };
  const spellings = [
    card,
    "4242 4242 4242 4242",
    `T-${card}`,
    "3782-822463-10005",
    `20=${card}`,
    `7 ${card} 20`,
  ];
  for (const [n, number] of spellings.entries()) {
    const said = {
      ...notificationFields(shop.lastForm),
      ...renewal,
      returncode: "2",
      currency: `C${n}`,
      [field]: number,
    };
    const digits =
      field === "payment_period_count" ? { orderid: shop.lastForm.get("pay_orderid") ?? "" } : {};
    await shop.post({ ...said, ...digits });
  }
  expect(await kept(shop)).toHaveLength(spellings.length);
  expect(JSON.stringify(await kept(shop)).replace(/[ -]/g, "")).not.toMatch(/4242424|8224631/);
});

test("a long number that is no id is not kept, whatever it is (B-50)", async () => {
  const shop = await started();
  await shop.post({
    ...notificationFields(shop.lastForm),
    amount: "2026030112000",
    alert_type: "call 1234567890123",
  });
  expect((await kept(shop))[0]?.fields).toMatchObject({ amount: "[digits]", alert_type: "call [digits]" });
});

test("what is kept of a notification that does not verify is redacted", async () => {
  const shop = await started();
  await shop.post({
    ...notificationFields(shop.lastForm),
    attach: "Ada Lovelace",
    name: "Ada",
    transaction_id: "4242424242424242",
  });
  const kept = JSON.stringify(await loadAllAttempts(shop.store));
  expect(kept).not.toMatch(/Ada|4242424/);
});

test("a notification that does not verify lets nothing lie that it settled on the way", async () => {
  const store = new MemoryStore();
  const commit = store.commit.bind(store);
  const shop = await started(new TestShop({}, store));
  store.commit = async () => {
    throw new Error("disk full");
  };
  await shop.notify();
  store.commit = commit;
  await shop.post(notificationFields(shop.lastForm));
  await shop.gateway.close();
  expect(shop.placed).toHaveLength(1);
});

test("the item of a missing result goes when the result comes, and never comes for a reference that is paid", async () => {
  const shop = await started();
  const abandoned = shop.lastForm;
  await shop.gateway.start({ ...hostedSaleInput(), variant: "link" });
  shop.pass(3601);
  await shop.gateway.sweep();
  expect(await shop.itemKinds()).toEqual(["no-result"]);
  await shop.notify({ returncode: "2", transaction_id: "t0" }, abandoned);
  expect(await shop.itemKinds()).toEqual(["no-result"]);
  await shop.notify();
  expect(await shop.itemKinds()).toEqual([]);

  const other = await started();
  await other.gateway.start({ ...hostedSaleInput(), variant: "link" });
  await other.notify();
  other.pass(3601);
  await other.gateway.sweep();
  expect(await other.itemKinds()).toEqual([]);
});

test("unknown fields make no new fact of an old message", async () => {
  const shop = await started();
  for (let n = 0; n < 5; n++) await shop.notify({ [`z${n}`]: "0" });
  const [attempt] = (await loadAllAttempts(shop.store)).attempts;
  expect(attempt?.facts.filter(({ source }) => source === "notification")).toHaveLength(1);
});

test("a success without a transaction is kept, and pays nothing", async () => {
  const shop = await started();
  expect(await shop.notify({ transaction_id: "" })).toMatchObject({ status: 400, body: "malformed" });
  expect(await shop.state()).toBe("pending");
  expect(await shop.itemKinds()).toEqual(["not-verified"]);
  expect(await shop.notify({ transaction_id: "", returncode: "2" })).toMatchObject({ body: "OK" });
  expect(await shop.state()).toBe("failed");
});
