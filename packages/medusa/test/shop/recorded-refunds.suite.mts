import { expect, onTestFinished, test, vi } from "vitest";
import { readOrderRecords } from "./order-records.mts";
import { makeJobsDue, readRefundRecords, recordEvents } from "./refund-records.mts";
import { runSql } from "./run-sql.mts";
import { StaffMember } from "./staff-member.mts";
import { monthlyPlan, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
type Any = any;

const note = "Seen in the back office.";

/** Refunds that staff record, and what Medusa's own records say of them. */
export function recordedRefundsSuite(open: () => TestShop): void {
  let signedIn: Promise<StaffMember> | undefined;
  const staff = () => (signedIn ??= StaffMember.signIn(open(), { email: "refunds@example.com" }));
  const ask = async (path: string, body?: object) => (await staff()).ask(path, body);
  let references = 0;
  const reference = () => `refund-${++references}`;

  async function placed() {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    await open().paid(cartId);
    const [order] = await readOrderRecords(open(), cartId);
    const path = `/pay-index/attempts/${open().attempt(cartId)}/resolution`;
    const record = (amount: unknown, ref = reference()) =>
      ask(path, { action: "record-refund", note, refund: { amount, reference: ref } });
    return { cartId, attemptId: open().attempt(cartId), order, paymentId: order.payments[0].id, record };
  }

  const recordsOfOrder = (id: string) => readRefundRecords(open(), id);

  /** Medusa's records after refunds of these amounts. */
  const given = (...amounts: number[]) => ({
    outstanding: 0,
    transactions: [24.99, ...amounts.map((amount) => -amount)].toSorted((a, b) => b - a),
    credits: amounts,
    collection: [["completed", Number(amounts.reduce((sum, each) => sum + each, 0).toFixed(2))]],
    refunds: amounts.map((amount) => [amount, expect.stringMatching(/^refund-\d+$/), true]),
  });

  const refundedEvents = (paymentId: string) => recordEvents(open(), "payment.refunded", { id: paymentId });
  const fallDue = (cartId: string, dueAt?: Date) => makeJobsDue(open(), cartId, dueAt);

  /** Medusa's own scheduled sweep may have taken the job first. */
  const isRecorded = (orderId: string, amount: number) =>
    expect.poll(() => recordsOfOrder(orderId), { timeout: 30_000 }).toEqual(given(amount));

  async function openChanges(orderId: string): Promise<number> {
    const rows = await runSql(
      open(),
      "SELECT id FROM order_change WHERE order_id = $1 AND status = 'pending' AND deleted_at IS NULL",
      [orderId],
    );
    return rows.length;
  }

  /** The process ends where Medusa is about to do this. */
  function dyingAt(module: string, method: string): { restore(): void } {
    const service = open().container.resolve(module) as Any;
    const spy = vi
      .spyOn(service, method)
      .mockImplementation(() => Promise.reject(new Error("The process ended.")));
    onTestFinished(() => spy.mockRestore());
    return { restore: () => spy.mockRestore() };
  }

  test("a recorded full refund is added to Medusa once, with its event (B-45)", async () => {
    const { order, paymentId, record, cartId } = await placed();
    const events = refundedEvents(paymentId);
    const { status, body } = await record("24.99");
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.payment).toMatchObject({
      state: "paid",
      refund_missing: false,
      attempts: [{ refunds: [{ amount: "24.99", currency_code: "usd", of_order: true }] }],
    });
    expect(await recordsOfOrder(order.id)).toEqual(given(24.99));
    await expect.poll(() => events).toEqual([{ id: paymentId }]);
    await ask(`/pay-index/carts/${cartId}`);
    expect(await recordsOfOrder(order.id)).toEqual(given(24.99));
    const { body: shown } = await ask(`/orders/${order.id}?fields=payment_status`);
    expect(shown.order.payment_status).toBe("refunded");
  });

  test("two partial refunds become two refunds in Medusa, and an amount above the rest is refused", async () => {
    const { order, record } = await placed();
    expect((await record("10.00")).status).toBe(200);
    expect(await recordsOfOrder(order.id)).toEqual(given(10));
    const { body } = await ask(`/orders/${order.id}?fields=payment_status`);
    expect(body.order.payment_status).toBe("partially_refunded");
    expect((await record(4.5)).status).toBe(200);
    expect(await recordsOfOrder(order.id)).toEqual(given(10, 4.5));
    const refused = { status: 400, body: { code: "pay_index_resolution_invalid" } };
    expect(await record("10.50")).toMatchObject({
      ...refused,
      body: { message: expect.stringContaining("Refunded amount: must be at most 10.49 USD") },
    });
    for (const wrong of ["0", "-1", "1.234", "", "1,50", "all", -3])
      expect(await record(wrong), String(wrong)).toMatchObject(refused);
    expect(await record("1.00", "")).toMatchObject(refused);
    expect(await recordsOfOrder(order.id)).toEqual(given(10, 4.5));
    expect((await record("10.49")).status).toBe(200);
    expect(await recordsOfOrder(order.id)).toEqual(given(10, 4.5, 10.49));
  });

  test("Medusa's own Refund button is refused above the recorded amount, and opens a review item", async () => {
    const { order, paymentId, cartId, record } = await placed();
    expect((await record("10.00")).status).toBe(200);
    expect(await ask(`/payments/${paymentId}/refund`, { amount: 7.25 })).toMatchObject({ status: 400 });
    expect(await recordsOfOrder(order.id)).toEqual(given(10));
    const { body } = await ask(`/pay-index/carts/${cartId}`);
    const [item] = body.payment.review_items;
    expect(item).toMatchObject({
      kind: "refund-requested",
      refund: { amount: "7.25", left: "14.99", currency_code: "usd", required: true },
    });
    const path = `/pay-index/review-items/${item.id}/resolution`;
    for (const each of [path, `/pay-index/attempts/${item.attempt_id}/resolution`])
      expect(await ask(each, { action: "record-refund", note })).toMatchObject({
        status: 400,
        body: { code: "pay_index_resolution_invalid", message: expect.stringContaining("is required") },
      });
    const refund = { amount: "7.25", reference: reference() };
    const { body: decided } = await ask(path, { action: "record-refund", note, refund });
    expect(decided.payment).toMatchObject({ review_items: [], refund_missing: false });
    expect(await recordsOfOrder(order.id)).toEqual(given(10, 7.25));
  });

  test.each([
    ["before Medusa's refund is written", "payment", "refundPayment"],
    ["before the refund is in the order's records", "order", "addOrderTransactions"],
    ["before the order costs less by it", "order", "createOrderChange"],
    ["with its order change open", "order", "addOrderAction"],
    ["with its order change filled and open", "order", "confirmOrderChange"],
    ["before it is marked as synced", "payment", "updateRefunds"],
  ])(
    "after a process ends %s, the next sweep completes the refund once, and the next refund does not wait",
    async (_, module, method) => {
      const { order, cartId, record, paymentId } = await placed();
      const events = refundedEvents(paymentId);
      const deaths = [dyingAt(module, method), dyingAt("order", "cancelOrderChange")];
      const { status, body } = await record("10.00");
      expect([status, body.payment.refund_missing]).toEqual([200, true]);
      const isOpen = method === "addOrderAction" || method === "confirmOrderChange";
      expect(await openChanges(order.id)).toBe(isOpen ? 1 : 0);
      for (const death of deaths) death.restore();
      await fallDue(cartId);
      await Promise.all([1, 2].map(() => open().payIndex.gateway.sweep()));
      await isRecorded(order.id, 10);
      await expect.poll(() => events.length).toBeGreaterThan(0);
      expect(await openChanges(order.id)).toBe(0);
      expect((await record("4.50")).body.payment.refund_missing).toBe(false);
      expect(await recordsOfOrder(order.id)).toEqual(given(10, 4.5));
    },
  );

  test("reading the payment completes the refund before the sweep does", async () => {
    const { order, cartId, record } = await placed();
    const death = dyingAt("order", "addOrderTransactions");
    expect((await record("10.00")).body.payment.refund_missing).toBe(true);
    death.restore();
    const { body: shown } = await ask(`/pay-index/carts/${cartId}`);
    expect(shown.payment.refund_missing).toBe(false);
    expect(await recordsOfOrder(order.id)).toEqual(given(10));
    await fallDue(cartId);
    await open().payIndex.gateway.sweep();
    expect(await recordsOfOrder(order.id)).toEqual(given(10));
  });

  test("the sweep writes nothing if every refund is synced", async () => {
    const { cartId, order, record, paymentId } = await placed();
    expect((await record("10.00")).status).toBe(200);
    // Every version of a row that is written has another xmin.
    const rows = () =>
      runSql(
        open(),
        `SELECT md5(string_agg(line, ' ' ORDER BY line)) AS rows FROM (
           SELECT id || xmin::text AS line FROM pay_index_job WHERE reference = $1
           UNION ALL SELECT id || xmin::text FROM refund WHERE payment_id = $2
           UNION ALL SELECT id || xmin::text FROM order_transaction WHERE order_id = $3
           UNION ALL SELECT id || xmin::text FROM order_change WHERE order_id = $3
           UNION ALL SELECT id || xmin::text FROM order_credit_line WHERE order_id = $3) AS lines`,
        [cartId, paymentId, order.id],
      );
    const before = await rows();
    await open().payIndex.gateway.sweep();
    expect(await rows()).toEqual(before);
  });

  test("an order change that other code left open stays open, and the refund waits for it", async () => {
    const { order, cartId, record } = await placed();
    const orders = open().container.resolve("order") as Any;
    const other = await orders.createOrderChange({ order_id: order.id, change_type: "credit_line" });
    expect((await record("10.00")).body.payment.refund_missing).toBe(true);
    expect(await openChanges(order.id)).toBe(1);
    await orders.cancelOrderChange(other.id);
    await fallDue(cartId);
    await open().payIndex.gateway.sweep();
    await isRecorded(order.id, 10);
  });

  test("a refund is completed and not repeated after its process died while Medusa called the provider", async () => {
    const { order, cartId, record, paymentId } = await placed();
    const death = dyingAt("payment", "refundPayment");
    await record("10.00", "refund-0");
    await fallDue(cartId, new Date("2099-01-01"));
    death.restore();
    // What is in the database then: the refund alone.
    await runSql(
      open(),
      `INSERT INTO refund (id, amount, raw_amount, payment_id, note, metadata) VALUES
       ($1, 10, '{"value":"10","precision":20}', $2, 'refund-0', '{"pay_index_reference":"refund-0"}')`,
      [`ref_${cartId.slice(5)}`, paymentId],
    );
    await ask(`/pay-index/orders/${order.id}`);
    expect(await recordsOfOrder(order.id)).toEqual(given(10));
  });

  test("a refund waits while an order edit is open, and the page says so", async () => {
    const { order, cartId, record } = await placed();
    const { body: edit } = await ask("/order-edits", { order_id: order.id });
    const { status, body } = await record("10.00");
    expect([status, body.payment.refund_missing]).toEqual([200, true]);
    expect(edit.order_change.id).toBeTruthy();
    await (await staff()).send("DELETE", `/admin/order-edits/${order.id}`);
    await ask(`/pay-index/carts/${cartId}`);
    expect(await recordsOfOrder(order.id)).toEqual(given(10));
  });

  test("a refund is in Medusa once if the shop's own code asks for it at the same moment", async () => {
    const { order, cartId, record, paymentId } = await placed();
    const [own] = await Promise.all([
      record("10.00"),
      ask(`/payments/${paymentId}/refund`, { amount: 10 }),
      ask(`/payments/${paymentId}/refund`, { amount: 10 }),
    ]);
    expect(own.status).toBe(200);
    await ask(`/pay-index/carts/${cartId}`);
    const records = await recordsOfOrder(order.id);
    expect(records.refunds.map(([amount]: Any) => amount)).toEqual([10]);
    expect([records.outstanding, records.transactions, records.credits]).toEqual([0, [24.99, -10], [10]]);
  });

  test("a refund of a cancelled order is in Medusa without a second transaction", async () => {
    const { order, cartId } = await placed();
    expect(await ask(`/orders/${order.id}/cancel`, {})).toMatchObject({ status: 200 });
    const { body } = await ask(`/pay-index/carts/${cartId}`);
    const [item] = body.payment.review_items;
    expect(item.refund).toMatchObject({ amount: "24.99", left: "24.99", required: true });
    const refund = { amount: item.refund.amount, reference: reference() };
    const decided = await ask(`/pay-index/review-items/${item.id}/resolution`, {
      action: "record-refund",
      note,
      refund,
    });
    expect(decided).toMatchObject({
      status: 200,
      body: { payment: { review_items: [], refund_missing: false } },
    });
    const records = await recordsOfOrder(order.id);
    expect(records.transactions).toEqual([24.99, -24.99]);
    expect(records.refunds).toEqual([[24.99, refund.reference, true]]);
  });

  test("a refund of a cart without an order is not recorded in Medusa", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    const { cart } = await buyer.ask(`/store/carts/${cartId}`);
    await buyer.ask(`/store/carts/${cartId}/line-items/${cart.items[0].id}`, { quantity: 2 });
    await open().paid(cartId);
    const { body } = await ask(`/pay-index/carts/${cartId}`);
    const [item] = body.payment.review_items;
    expect(item).toMatchObject({
      kind: "order-not-placed",
      refund: { amount: "24.99", left: null, required: false },
    });
    const refund = { amount: "24.99", reference: reference() };
    const decided = await ask(`/pay-index/review-items/${item.id}/resolution`, {
      action: "record-refund",
      note,
      refund,
    });
    expect(decided.body.payment.attempts[0].refunds).toMatchObject([{ amount: "24.99", of_order: false }]);
    expect(decided.body.payment).toMatchObject({ review_items: [], refund_missing: false });
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
  });

  test("a renewal's refund is added to the renewal, and does not change the first order", async () => {
    const { begun, goods, passes, renewalsOf } = subscriptionBuyers(open);
    const { cartId, orderId, attemptId, total } = await begun(await goods({ plan: monthlyPlan }));
    await passes(attemptId, 31);
    const [renewal] = await renewalsOf(orderId);
    const first = await recordsOfOrder(orderId);
    const path = `/pay-index/attempts/${attemptId}/resolution`;
    const record = (cycle: number, amount: string) =>
      ask(path, { action: "record-refund", note, cycle, refund: { amount, reference: reference() } });
    const { status, body } = await record(2, "5.00");
    expect(status, JSON.stringify(body)).toBe(200);
    const [, second] = body.payment.attempts[0].subscription.cycles;
    expect(second.refunds).toMatchObject([{ amount: "5.00", of_order: true }]);
    expect(await recordsOfOrder(orderId)).toEqual(first);
    expect(await recordsOfOrder(renewal.id)).toMatchObject({
      outstanding: 0,
      transactions: [total, -5],
      credits: [5],
    });
    expect((await record(2, total.toFixed(2))).status).toBe(400);
    const { data } = await (open().container.resolve("query") as Any).graph({
      entity: "order",
      fields: ["payment_collections.payments.id"],
      filters: { id: renewal.id },
    });
    const [payment] = data[0].payment_collections[0].payments;
    expect(await ask(`/payments/${payment.id}/refund`, { amount: 1 })).toMatchObject({ status: 400 });
    const { body: shown } = await ask(`/pay-index/carts/${cartId}`);
    expect(shown.payment.review_items).toMatchObject([
      { kind: "refund-requested", cycle: 2, refund: { amount: "1.00", left: (total - 5).toFixed(2) } },
    ]);
    expect((await record(1, "2.00")).status).toBe(200);
    expect((await recordsOfOrder(orderId)).credits).toEqual([2]);
    expect((await recordsOfOrder(renewal.id)).credits).toEqual([5]);
  });
}
