import { expect, test } from "vitest";
import { eventLogLevel } from "../../src/entries/adapter.ts";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";

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

test("repeats, also with new time and sign, add nothing (B-07, B-30, NOT-DATETIME)", async () => {
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

test.each<[string, (fields: Record<string, string>) => Record<string, string>, string]>([
  ["unsigned", (fields) => fields, "401 unsigned"],
  ["with a sign of another key", (fields) => signFields(fields, "other-key"), "401 mismatch"],
  ["changed after signing", (fields) => ({ ...signFields(fields), true_amount: "0.01" }), "401 mismatch"],
  ["of another merchant", (fields) => signFields({ ...fields, memberid: "10003" }), "403 foreign"],
  ["of another order", (fields) => signFields({ ...fields, orderid: "X" }), "403 foreign"],
  [
    "without a success's transaction",
    (fields) => signFields({ ...fields, transaction_id: "" }),
    "400 malformed",
  ],
])(
  "a notification %s is refused, opens an item, and changes no state (B-31, ITEM-UNVERIFIED)",
  async (_, change, expected) => {
    const shop = await startPayment();
    const { status, body } = await shop.post(change(notificationFields(shop.lastForm)));
    expect(`${status} ${body}`).toBe(expected);
    expect([await shop.state(), await shop.itemKinds(), shop.placed]).toEqual([
      "pending",
      ["not-verified"],
      [],
    ]);
  },
);

test("a body without fields is refused, and opens no item (ITEM-UNVERIFIED)", async () => {
  const shop = await startPayment();
  expect(await shop.post({})).toMatchObject({ status: 400 });
  expect(await shop.itemKinds()).toEqual([]);
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

test("unknown fields do not make a repeated notification new", async () => {
  const shop = await startPayment();
  for (let n = 0; n < 5; n++) await shop.notify({ [`z${n}`]: "0" });
  const [attempt] = (await loadAllAttempts(shop.store)).attempts;
  expect(attempt?.facts.filter(({ source }) => source === "notification")).toHaveLength(1);
});
