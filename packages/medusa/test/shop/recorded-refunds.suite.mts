import { expect, test } from "vitest";
import type { Any } from "./any.mts";
import { failAt } from "./fail-at.mts";
import { once } from "./once.mts";
import { recordEvents } from "./record-events.mts";
import { expectedRefundRecords, makeJobsDue, readRefundRecords, runJobs } from "./refund-records.mts";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

const note = "Seen in the back office.";

/** Refunds that staff record, and what Medusa's own records say of them. */
export function recordedRefundsSuite(open: () => TestShop): void {
  let references = 0;
  const refundOf = (amount: unknown, reference = `refund-${++references}`) => ({
    ...{ action: "record-refund", note, refund: { amount, reference } },
  });
  const paymentOf = (cartId: string) => open().paymentOf(cartId);
  const resolveWithRefund = (id: string, amount: unknown, reference?: string) =>
    open().ask("/pay-index/review-items/resolve", { ids: [id], ...refundOf(amount, reference) });
  const done = { status: 200, body: { results: [{ outcome: "done" }] } };

  async function placed() {
    const { cartId, attemptId, order, paymentId } = await open().placed();
    /** Of the refunds that were recorded, in order. */
    const amounts: number[] = [];
    async function record(amount: unknown, reference?: string) {
      const request = { attemptId, ...refundOf(amount, reference) };
      const answer = await open().ask("/pay-index/attempts/resolve", request);
      if (answer.status === 200) amounts.push(Number(amount));
      return answer;
    }
    /** Records a refund, and reads the payment, which adds it to Medusa. */
    const recordAndRead = async (amount: unknown) => {
      expect((await record(amount)).status).toBe(200);
      return paymentOf(cartId);
    };
    const records = () => readRefundRecords(open(), order.id);
    /** Medusa's own scheduled sweep may have taken the job first. `more`: refunds that were recorded in another way. */
    const isRecorded = (...more: number[]) => {
      amounts.push(...more);
      return expect.poll(records, { timeout: 30_000 }).toEqual(expectedRefundRecords(amounts));
    };
    const pending = "status = 'pending' AND deleted_at IS NULL";
    const changes = `SELECT 1 FROM order_change WHERE order_id = $1 AND ${pending}`;
    const openChanges = async () => (await runSql(open(), changes, [order.id])).length;
    const refundInDialog = (amount: number) => open().ask(`/payments/${paymentId}/refund`, { amount });
    return {
      ...{ cartId, order, paymentId, record, recordAndRead, records },
      ...{ amounts, isRecorded, openChanges, refundInDialog },
    };
  }

  test("recorded refunds are added to Medusa once, with their events, and Medusa's own Refund button is refused above the recorded amount (B-45)", async () => {
    const { cartId, order, paymentId, record, recordAndRead, refundInDialog, isRecorded } = await placed();
    const events = recordEvents(open(), "payment.refunded", { id: paymentId });
    const statusInMedusa = async () =>
      (await open().ask(`/orders/${order.id}?fields=payment_status`)).body.order.payment_status;
    expect(await recordAndRead("10.00")).toMatchObject({
      ...{ state: "paid", isRefundMissing: false },
      attempts: [{ refunds: [{ amount: { amount: "10.00", currency: "USD" }, ofOrder: true }] }],
    });
    await isRecorded();
    expect(await statusInMedusa()).toBe("partially_refunded");
    for (const [wrong, reference] of [["15.00"], ["-1"], ["1.234"], ["1,50"], ["1.00", ""]] as const)
      expect((await record(wrong, reference)).status, wrong).toBe(400);
    expect(await refundInDialog(7.25)).toMatchObject({ status: 400 });
    await isRecorded();
    const [item] = (await paymentOf(cartId)).reviewItems;
    expect(item).toMatchObject({
      kind: "refund-requested",
      refundForm: { amount: "7.25", left: "14.99", currency: "USD", isRequired: true },
    });
    expect(await resolveWithRefund(item.id, "7.25")).toMatchObject(done);
    expect(await paymentOf(cartId)).toMatchObject({ reviewItems: [], isRefundMissing: false });
    await isRecorded(7.25);
    await recordAndRead(7.74);
    await isRecorded();
    expect(await statusInMedusa()).toBe("refunded");
    await expect.poll(() => events).toHaveLength(3);
  });

  const shared = once(placed);

  test.each([
    ["before Medusa's refund is written", "payment", "refundPayment", 0],
    ["before the refund is in the order's records", "order", "addOrderTransactions", 0],
    ["before the order costs less by it", "order", "createOrderChange", 0],
    ["with its order change open", "order", "addOrderAction", 1],
    ["with its order change filled and open", "order", "confirmOrderChange", 1],
    ["before it is marked as synced", "payment", "updateRefunds", 0],
  ])(
    "after a process ends %s, the next sweep completes the refund once, and the next refund does not wait",
    async (...[, module, method, changes]) => {
      const { cartId, recordAndRead, paymentId, isRecorded, openChanges } = await shared();
      const events = recordEvents(open(), "payment.refunded", { id: paymentId });
      const revive = [[module, method] as const, ["order", "cancelOrderChange"] as const].map(
        ([name, each]) => failAt(open().resolve(name), each),
      );
      expect((await recordAndRead("1.00")).isRefundMissing).toBe(true);
      expect(await openChanges()).toBe(changes);
      for (const each of revive) each();
      await makeJobsDue(open(), cartId);
      await Promise.all([1, 2].map(() => open().payIndex.gateway.sweep()));
      await isRecorded();
      await expect.poll(() => events.length).toBeGreaterThan(0);
      expect(await openChanges()).toBe(0);
      expect((await recordAndRead("0.50")).isRefundMissing).toBe(false);
      await isRecorded();
    },
  );

  test("a refund of what the buyer is to send back has no credit line, because Medusa deducts it already", async () => {
    const { order, record, records } = await placed();
    const asked = open().done;
    const tea = await open().shipOne(order.id);
    const { return: begun } = await asked("/returns", { order_id: order.id });
    await asked(`/returns/${begun.id}/request-items`, tea);
    await asked(`/returns/${begun.id}/request`, {});
    expect((await record("19.99")).status).toBe(200);
    const expected = { ...expectedRefundRecords([19.99]), credits: [] };
    await expect.poll(records, { timeout: 30_000 }).toEqual(expected);
  });

  test("reading the payment completes the refund before the sweep does, and the sweep then writes nothing", async () => {
    const { order, cartId, recordAndRead, paymentId, isRecorded } = await shared();
    const revive = failAt(open().resolve("order"), "addOrderTransactions");
    expect((await recordAndRead("1.00")).isRefundMissing).toBe(true);
    revive();
    expect((await paymentOf(cartId)).isRefundMissing).toBe(false);
    await isRecorded();
    await runJobs(open(), cartId);
    // Every version of a row that is written has another xmin.
    const rows = () =>
      runSql(
        open(),
        `SELECT id || xmin::text AS line FROM pay_index_job WHERE reference = $1
         UNION ALL SELECT id || xmin::text FROM refund WHERE payment_id = $2
         UNION ALL SELECT id || xmin::text FROM order_transaction WHERE order_id = $3
         UNION ALL SELECT id || xmin::text FROM order_change WHERE order_id = $3
         UNION ALL SELECT id || xmin::text FROM order_credit_line WHERE order_id = $3 ORDER BY 1`,
        [cartId, paymentId, order.id],
      );
    const before = await rows();
    await open().payIndex.gateway.sweep();
    expect(await rows()).toEqual(before);
    await isRecorded();
  });

  test("an order change that other code left open stays open, and the refund waits for it", async () => {
    const { order, cartId, recordAndRead, isRecorded, openChanges } = await shared();
    const orders = open().resolve("order");
    const other = await orders.createOrderChange({ order_id: order.id, change_type: "credit_line" });
    expect((await recordAndRead("1.00")).isRefundMissing).toBe(true);
    expect(await openChanges()).toBe(1);
    expect(open().logged.join("\n")).toContain(`could not add a recorded refund of cart ${cartId}: `);
    await orders.cancelOrderChange(other.id);
    await runJobs(open(), cartId);
    await isRecorded();
  });

  test("a refund is in Medusa once if the shop's own code asks for it at the same moment", async () => {
    const { cartId, record, records, amounts, refundInDialog } = await shared();
    const [own] = await Promise.all([record("2.00"), refundInDialog(2), refundInDialog(2)]);
    expect(own.status).toBe(200);
    await paymentOf(cartId);
    const { refunds, ...money } = await records();
    const { refunds: expected, outstanding, transactions, credits } = expectedRefundRecords(amounts);
    expect(refunds.map(([amount]: Any) => amount)).toEqual(expected.map(([amount]) => amount));
    expect(money).toMatchObject({ outstanding, transactions, credits });
  });

  test("a refund of a cancelled order is in Medusa without a second transaction", async () => {
    const { order, cartId, records } = await placed();
    await open().ask(`/orders/${order.id}/cancel`, {});
    const [{ id, refundForm }] = (await paymentOf(cartId)).reviewItems;
    expect(refundForm).toMatchObject({ amount: "24.99", left: "24.99", isRequired: true });
    expect(await resolveWithRefund(id, "24.99", "R-1")).toMatchObject(done);
    expect(await paymentOf(cartId)).toMatchObject({ reviewItems: [], isRefundMissing: false });
    expect(await records()).toMatchObject({
      transactions: [24.99, -24.99],
      refunds: [[24.99, "R-1", true]],
    });
  });

  test("a refund of a cart without an order is not recorded in Medusa", async () => {
    const { buyer, cartId } = await open().begun();
    await buyer.setQuantity(2);
    await open().paid(cartId);
    const [{ id, refundForm }] = (await paymentOf(cartId)).reviewItems;
    expect(refundForm).toMatchObject({ amount: "24.99", left: null, isRequired: false });
    expect(await resolveWithRefund(id, "24.99")).toMatchObject(done);
    expect(await paymentOf(cartId)).toMatchObject({
      attempts: [{ refunds: [{ amount: { amount: "24.99" }, ofOrder: false }] }],
      ...{ reviewItems: [], isRefundMissing: false },
    });
    await open().isNotPlaced(cartId);
  });
}
