import { expect, test } from "vitest";
import { eventLogLevel } from "../../src/entries/adapter.ts";
import { CardDetails } from "../../src/entries/protocol.ts";
import { money } from "../../src/index.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { buyer, hostedSaleInput, notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";
import { otherExampleOperator } from "../payment/example-facts.ts";

test("a verified 00 with the right amount pays once, and is answered OK", async () => {
  const shop = await startPayment();
  expect(await shop.notify()).toEqual({ status: 200, headers: expect.anything(), body: "OK" });
  expect(await shop.state()).toBe("paid");
  expect(shop.placed).toHaveLength(1);
  expect((await shop.gateway.status({ reference: "order-1" })).placedOrder).toMatchObject({
    id: "shop-order-1",
  });
});

test("after a final state, repeats get OK and log no warning (B-30)", async () => {
  const shop = await startPayment();
  await shop.notify();
  const before = shop.events.length;
  await shop.notify();
  await shop.notify({ returncode: "2", transaction_id: "late" });
  const levels = shop.events.slice(before).map((event) => [event.event, eventLogLevel(event)]);
  expect(levels).toEqual([
    ["notification-received", "debug"],
    ["notification-received", "debug"],
  ]);
});

test("repeats, also with new time and sign, add nothing (B-07, B-30)", async () => {
  const shop = await startPayment();
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

test("fifty notifications at the same moment have one effect, and all are answered OK (B-01, B-07)", async () => {
  const shop = await startPayment();
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
  const shop = await startPayment();
  expect(await shop.post(fields(shop))).toMatchObject({ status: Number(status), body: word });
  expect(await shop.state()).toBe("pending");
  expect(shop.placed).toHaveLength(0);
});

test("a wrong token and an unknown order get the same refusal (B-21)", async () => {
  const shop = await startPayment();
  const [attemptId = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
  const body = { kind: "consumed" } as const;
  const wrongToken = await shop.gateway.receive({ attemptId, token: "0".repeat(26), body });
  const unknown = await shop.gateway.receive({ attemptId: "0".repeat(20), token: "0".repeat(26), body });
  expect(wrongToken).toMatchObject({ status: 404, body: "unknown" });
  expect(unknown).toEqual(wrongToken);
});

test("a previous key still verifies, and the event says so (KEY-ROTATION)", async () => {
  const shop = await startPayment(
    new TestShop({ merchants: [{ id: "10002", key: "new-key", previousKeys: ["old-key"] }] }),
  );
  const fields = notificationFields(shop.lastForm);
  expect(await shop.post(signFields(fields, "old-key"))).toMatchObject({ body: "OK" });
  expect(shop.events).toContainEqual(
    expect.objectContaining({ event: "notification-received", key: "previous" }),
  );
});

test("a notification of a later cycle is a renewal, never a second payment (B-47, NOT-SUBSCRIPTION)", async () => {
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
  const subscription = { payment_transaction_id: "900000000001" };
  await shop.notify({ ...subscription, payment_period_count: "2", transaction_id: "t2" });
  expect(await shop.state()).not.toBe("paid");
  await shop.notify({ ...subscription, payment_period_count: "1", true_amount: "9.99" });
  await shop.notify({ ...subscription, payment_period_count: "3", transaction_id: "t3" });
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

test("a payment that staff accept is paid once, and the timeline has their proof", async () => {
  const shop = await startPayment();
  const attemptId = shop.lastForm.get("pay_orderid") ?? "";
  await shop.gateway.resolveReviewItem({
    attemptId,
    action: "accept",
    operator: otherExampleOperator,
    note: "Seen on the bank statement.",
  });
  expect(await shop.state()).toBe("paid");
  await shop.notify();
  expect(shop.placed).toHaveLength(1);
  const [payment] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  expect(payment?.timeline.map(({ text }) => text).join("\n")).toContain("Seen on the bank statement.");
});

test("a closed gateway answers that it accepts no notification", async () => {
  const shop = await startPayment();
  await shop.gateway.close();
  expect(await shop.notify()).toMatchObject({ status: 503, body: "later" });
  await expect(shop.gateway.start(hostedSaleInput("order-2"))).rejects.toMatchObject({
    code: "gateway_closed",
  });
});

test("processed notifications are deleted after retention, and a late repeat adds nothing", async () => {
  const shop = await startPayment(new TestShop({ retention: 3600 }));
  await shop.notify();
  shop.pass(3601);
  expect(await shop.gateway.sweep()).toMatchObject({ deleted: 1 });
  await shop.notify();
  expect(shop.placed).toHaveLength(1);
});

test("a signed notification that lacks a required field is refused, and staff see an item and a timeline entry", async () => {
  const shop = await startPayment();
  const { true_amount: _, ...rest } = notificationFields(shop.lastForm);
  expect(await shop.post(signFields(rest))).toMatchObject({ status: 400, body: "malformed" });
  expect(await shop.itemKinds()).toEqual(["not-verified"]);
  const [payment] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  expect(payment?.timeline.at(-1)?.text).toContain("its fields are incomplete or ambiguous");
});

test("an operator action is checked before it is recorded, and resolves the payment's items", async () => {
  const shop = await startPayment();
  const attemptId = shop.lastForm.get("pay_orderid") ?? "";
  const decide = (more: object) =>
    shop.gateway.resolveReviewItem({
      attemptId,
      action: "dismiss",
      operator: otherExampleOperator,
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

test("unknown fields do not make a repeated notification new", async () => {
  const shop = await startPayment();
  for (let n = 0; n < 5; n++) await shop.notify({ [`z${n}`]: "0" });
  const [attempt] = (await loadAllAttempts(shop.store)).attempts;
  expect(attempt?.facts.filter(({ source }) => source === "notification")).toHaveLength(1);
});

test("a success without a transaction ID is refused, opens an item, and pays nothing", async () => {
  const shop = await startPayment();
  expect(await shop.notify({ transaction_id: "" })).toMatchObject({ status: 400, body: "malformed" });
  expect(await shop.state()).toBe("pending");
  expect(await shop.itemKinds()).toEqual(["not-verified"]);
  expect(await shop.notify({ transaction_id: "", returncode: "2" })).toMatchObject({ body: "OK" });
  expect(await shop.state()).toBe("failed");
});
