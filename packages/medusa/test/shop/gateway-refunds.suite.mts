import { describe, expect, test } from "vitest";
import { recordEvents } from "./record-events.mts";
import { expectedRefundRecords, paymentIdOf, readRefundRecords, runJobs } from "./refund-records.mts";
import { askProviderToRefund, placeRefundableOrder } from "./refundable-order.mts";
import { monthlyPlan, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

const unsynced = { unsynced: 1 };

/** Refunds through the gateway, and what Medusa's own records say of them. */
export function gatewayRefundsSuite(open: () => TestShop): void {
  const placed = () => placeRefundableOrder(open());

  const usd = (amount: string) => ({ amount, currency: "USD" });

  let requests = 0;
  /** Staff refund on the plugin's own page. */
  const ask = (attemptId: string, more: object) =>
    open().ask("/pay-index/attempts/refund", {
      ...{ attemptId, reason: "Came broken.", requestId: `staff-${++requests}` },
      ...more,
    });

  describe("in Medusa's own dialog", () => {
    test("is sent with the order and the reason of the list, is recorded in Medusa at once, and is not added again when the gateway has made it", async () => {
      const order = await placed();
      const succeeded = recordEvents(open(), "pay-index.refund.succeeded", { cart_id: order.cartId });
      const refunded = recordEvents(open(), "payment.refunded", { id: order.paymentId });
      const label = "Came broken";
      const { id } = await open()
        .resolve("payment")
        .createRefundReasons({ label, code: crypto.randomUUID() });
      const { status, body } = await order.refund(5, { note: "Ada Lovelace called.", refund_reason_id: id });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(await order.refunds()).toMatchObject([
        { state: "accepted", operator: { name: "Grace Hopper" } },
      ]);
      expect(await order.records()).toEqual(expectedRefundRecords([5], unsynced));
      await order.end();
      await order.payment();
      expect(await order.refunds()).toMatchObject([{ state: "succeeded" }]);
      expect(await order.records()).toEqual(expectedRefundRecords([5]));
      const [row] = await open().resolve("payment").listRefunds({ payment_id: order.paymentId });
      const about = { order_id: order.orderId, refund_id: row.id, cycle: null, amount: "5.00" };
      await expect.poll(() => succeeded).toMatchObject([{ ...about, currency_code: "usd" }]);
      expect(refunded).toEqual([{ id: order.paymentId }]);
      await order.refund(6);
      // Neither the note nor the name.
      const { refunds } = await open().control.orderDetails(order.attemptId);
      expect(refunds.map(({ amount, reason }) => [amount, reason])).toEqual([
        ["5.00", expect.stringMatching(/^Order #\d+: Came broken$/)],
        ["6.00", expect.stringMatching(/^Order #\d+ is refunded\.$/)],
      ]);
      const message = expect.stringContaining("must be at most 13.99 USD");
      expect(await order.refund(14)).toMatchObject({ status: 400, body: { message } });
      await open().ask("/order-edits", { order_id: order.orderId });
      expect(await order.refund(1)).toMatchObject({
        ...{ status: 400, body: { message: expect.stringContaining("The order has an open change") } },
      });
      expect(await order.accepted()).toEqual(["5.00", "6.00"]);
      await (await open().staff()).send("DELETE", `/admin/order-edits/${order.orderId}`);
      await order.end();
      expect(await order.records()).toEqual(expectedRefundRecords([5, 6]));
    });

    test("that failed after the gateway accepted it stays recorded and listed until a further refund corrects it", async () => {
      const order = await placed();
      const failed = recordEvents(open(), "pay-index.refund.failed", { cart_id: order.cartId });
      await order.setFaults({ kind: "fail_refund" });
      await order.refund(10);
      await order.end();
      expect(await order.records()).toEqual(expectedRefundRecords([10], unsynced));
      const about = { order_id: order.orderId, amount: "10.00", reason: null };
      await expect.poll(() => failed).toMatchObject([about]);
      const isListed = async (isRefundedInShop: boolean) =>
        expect((await order.payment()).reviewItems).toMatchObject([
          { kind: "refund-failed", failedRefund: { amount: usd("10.00"), isRefundedInShop } },
        ]);
      await isListed(true);
      await order.setFaults();
      // Medusa's dialog could record the same amount twice.
      const message = expect.stringContaining("Medusa displays a refund of this amount that failed");
      expect(await order.refund(10)).toMatchObject({ status: 400, body: { message } });
      expect((await ask(order.attemptId, { amount: "10.00" })).status).toBe(200);
      await isListed(true);
      await order.end();
      expect(await order.records()).toEqual(expectedRefundRecords([10]));
      await isListed(false);
    });
  });

  describe("of a cancelled order", () => {
    test("goes through the gateway, and Medusa's records do not change", async () => {
      const order = await placed();
      await open().ask(`/orders/${order.orderId}/cancel`, {});
      expect(await order.accepted()).toEqual(["24.99"]);
      const records = { outstanding: 0, transactions: [24.99, -24.99], credits: [24.99] };
      expect(await order.records()).toMatchObject({ ...records, refunds: [[24.99, null, false]] });
      await order.end();
      expect(await order.records()).toMatchObject({ ...records, refunds: [[24.99, null, true]] });
      expect((await order.payment()).reviewItems).toEqual([]);
    });

    test("that the gateway refuses has a review item, because Medusa ignores the refusal", async () => {
      const order = await placed();
      await order.setFaults({ kind: "refuse_refund" });
      expect((await open().ask(`/orders/${order.orderId}/cancel`, {})).status).toBe(200);
      expect((await order.payment()).reviewItems).toMatchObject([
        { kind: "refund-requested", refundForm: { amount: "24.99" } },
      ]);
    });
  });

  test("of a payment without an order is not sent, because Medusa reverts its completion and the order is placed again", async () => {
    const { buyer, cartId, attemptId } = await open().begun();
    await buyer.setQuantity(2);
    await open().paid(cartId);
    const data = { attempt_id: attemptId, currency: "USD" };
    await expect(askProviderToRefund(open(), data, "ref_none")).rejects.toThrow("This payment has no order");
    expect((await open().control.orderDetails(attemptId)).refunds).toEqual([]);
    expect(await open().items(cartId)).toEqual(["order-not-placed order_changed"]);
  });

  test("that the gateway's staff make is added to Medusa beside a refund in progress, which staff record with its own amount", async () => {
    const order = await placed();
    await order.setFaults({ kind: "lost_call", when: "before", operation: "refund" });
    await order.refund(10);
    await order.setFaults();
    await open().control.refund(order.attemptId, { amount: "7.00" });
    await order.end();
    expect(await order.refunds()).toMatchObject([{ state: "unknown" }, { state: "succeeded" }]);
    const money = { outstanding: 0, transactions: [24.99, -7, -10] };
    const second = [7, expect.any(String), true];
    expect(await order.records()).toMatchObject({ ...money, refunds: [[10, null, false], second] });
    for (const _try of Array(6).keys()) await order.sweep();
    const [item] = (await order.payment()).reviewItems;
    expect(item).toMatchObject({
      kind: "refund-not-confirmed",
      refundForm: { amount: "10.00", left: "10.00", currency: "USD", isRequired: true },
    });
    await open().ask("/pay-index/review-items/resolve", {
      ...{ ids: [item.id], action: "record-refund", note: "Found it." },
      refund: { amount: "10.00", reference: "B-7" },
    });
    await order.payment();
    expect(await order.records()).toMatchObject({ ...money, refunds: [[10, null, true], second] });
  });

  describe("on the plugin's own page", () => {
    test("is sent once for each request, and is recorded in Medusa when the gateway has made it", async () => {
      const order = await placed();
      const { attemptId } = order;
      const request = { amount: "10.00", requestId: order.cartId };
      for (const { status, body } of await Promise.all([1, 2].map(() => ask(attemptId, request)))) {
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body.refund).toMatchObject({ requestId: order.cartId, amount: usd("10.00") });
      }
      expect(await order.accepted()).toEqual(["10.00"]);
      expect((await order.payment()).attempts).toMatchObject([
        {
          gatewayRefunds: [
            { state: "accepted", reason: "Came broken.", ofOrder: true, isRefundedInShop: false },
          ],
          refundable: usd("14.99"),
        },
      ]);
      expect((await order.records()).refunds).toEqual([]);
      await order.end();
      expect(await order.records()).toEqual(expectedRefundRecords([10]));
      const { id } = await open().staff();
      expect(await order.refunds()).toMatchObject([{ operator: { id, name: "Grace Hopper" } }]);
      await order.setFaults({ kind: "refuse_refund" });
      expect((await ask(attemptId, { amount: "5.00" })).body).toMatchObject({
        refund: { state: "failed", text: expect.stringContaining("refused by a fault") },
      });
    });

    test("of a second payment of the cart is not recorded in Medusa", async () => {
      const { buyer, cartId, attemptId } = await open().begun();
      await buyer.start({ provider_id: "pp_pay-index_link" });
      const second = open().attempt(cartId);
      await open().control.resolve(attemptId, { outcome: "paid" });
      await open().control.nextDelivery(attemptId);
      await open().processed(attemptId);
      await open().paid(cartId);
      const payment = await open().paymentOf(cartId);
      expect(payment.reviewItems).toMatchObject([{ kind: "paid-twice", attemptId: second }]);
      expect((await ask(second, { amount: "24.99" })).body).toMatchObject({
        refund: { state: "accepted", ofOrder: false },
      });
      const records = await readRefundRecords(open(), payment.order.id);
      expect(records).toMatchObject({ transactions: [24.99], credits: [], refunds: [] });
    });

    test("of a renewal is added to the renewal, also from Medusa's dialog", async () => {
      const { begun, product, passes, renewalsOf } = subscriptionBuyers(open);
      const { cartId, orderId, attemptId, total } = await begun(await product(monthlyPlan));
      await passes(attemptId);
      const [renewal] = await renewalsOf(orderId);
      await open().ask(`/payments/${await paymentIdOf(open(), renewal.id)}/refund`, { amount: 5 });
      expect((await ask(attemptId, { amount: "1.50", cycle: 2 })).status).toBe(200);
      const [, cycle] = (await open().paymentOf(cartId)).attempts[0].subscription.cycles;
      expect(cycle).toMatchObject({
        gatewayRefunds: [{ amount: usd("5.00") }, { amount: usd("1.50") }],
        refundable: usd((total - 6.5).toFixed(2)),
      });
      await open().control.advance({ seconds: 6 });
      await runJobs(open(), cartId);
      expect(await readRefundRecords(open(), renewal.id)).toMatchObject({
        ...{ outstanding: 0, transactions: [total, -1.5, -5], credits: [5, 1.5] },
      });
      expect((await readRefundRecords(open(), orderId)).credits).toEqual([]);
    });
  });
}
