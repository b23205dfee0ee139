import { describe, expect, test } from "vitest";
import { expectedRefundRecords, type GatewayRefundShop } from "./gateway-refund-shop.mts";
import { recordEvents } from "./refund-records.mts";

// biome-ignore lint/suspicious/noExplicitAny: parts of Medusa; the tests say what they expect of them
type Any = any;

/** Refunds through the gateway, and what Medusa's own records say of them. */
export function refundsInDialogSuite(open: () => GatewayRefundShop): void {
  const placed = () => open().placed();
  const resolve = (name: string): Any => open().shop.container.resolve(name);
  const unsynced = { isSynced: false };
  const made = { isSynced: true };

  describe("a refund in Medusa's own dialog", () => {
    test("is sent, is recorded in Medusa at once, and is not added again when the gateway has made it", async () => {
      const order = await placed();
      const succeeded = recordEvents(open().shop, "pay-index.refund.succeeded", { cart_id: order.cartId });
      const refunded = recordEvents(open().shop, "payment.refunded", { id: order.paymentId });
      const { status, body } = await order.refund(24.99, { note: "For the shop's staff alone." });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(await order.accepted()).toEqual(["24.99"]);
      expect(await order.states()).toEqual(["accepted"]);
      expect(await order.records()).toEqual(expectedRefundRecords([24.99], unsynced));
      await order.end();
      expect(await order.states()).toEqual(["succeeded"]);
      expect(await order.records()).toEqual(expectedRefundRecords([24.99], made));
      const [row] = await resolve("payment").listRefunds({ payment_id: order.paymentId });
      await expect
        .poll(() => succeeded)
        .toMatchObject([
          { order_id: order.orderId, refund_id: row.id, cycle: null, amount: "24.99", currency_code: "usd" },
        ]);
      expect(refunded).toEqual([{ id: order.paymentId }]);
      await order.payment();
      expect(await order.records()).toEqual(expectedRefundRecords([24.99], made));
    });

    test("sends the order and the reason of the list, and neither the note nor the name", async () => {
      const order = await placed();
      const reason = await resolve("payment").createRefundReasons({
        label: "Came broken",
        code: crypto.randomUUID(),
      });
      await order.refund(5, { note: "Ada Lovelace called.", refund_reason_id: reason.id });
      await order.refund(6);
      const { refunds } = await open().shop.control.orderDetails(order.attemptId);
      expect(refunds.map((each) => each.reason)).toEqual([
        expect.stringMatching(/^Order #\d+: Came broken$/),
        expect.stringMatching(/^Order #\d+ is refunded\.$/),
      ]);
      const { attempts } = await open().shop.payIndex.paymentOfCart(order.cartId);
      expect(attempts[0]?.gatewayRefunds[0]?.operator).toEqual({ id: open().staff.id, name: "Grace Hopper" });
    });

    test("that the gateway refuses is not recorded in Medusa, and staff read the reason", async () => {
      const order = await placed();
      await order.setFaults({ kind: "refuse_refund" });
      const failed = recordEvents(open().shop, "pay-index.refund.failed", { cart_id: order.cartId });
      expect(await order.refund(10)).toMatchObject({
        status: 400,
        body: {
          code: "pay_index_refund_refused",
          message: expect.stringMatching(
            /^The gateway refused the refund: .*refused by a fault.* No money has moved\.$/,
          ),
        },
      });
      expect(await order.records()).toMatchObject({ transactions: [24.99], credits: [], refunds: [] });
      expect((await order.payment()).review_items).toEqual([]);
      await expect
        .poll(() => failed)
        .toMatchObject([{ reason: expect.stringContaining("refused by a fault") }]);
      await order.setFaults();
      expect((await order.refund(10)).status).toBe(200);
      expect(await order.records()).toEqual(expectedRefundRecords([10], unsynced));
    });

    test("above the rest is refused with core's text, and nothing is sent", async () => {
      const order = await placed();
      const { gateway } = open().shop.payIndex;
      const reference = order.cartId;
      const amount = { minor: 2000, currency: "USD" } as const;
      await gateway.refund({ reference, amount, reason: "Returned.", idempotencyKey: "own-1" });
      expect(await order.refund(5)).toMatchObject({
        status: 400,
        body: {
          code: "pay_index_refund_refused",
          message:
            "Nothing was sent to the gateway. The amount must be at most 4.99 USD: that is what is left of the payment, without refunds that are on their way.",
        },
      });
      expect(await order.accepted()).toEqual(["20.00"]);
      await order.end();
      expect(await order.records()).toEqual(expectedRefundRecords([20], made));
    });

    test("of an order with an open edit is refused before it is sent, because Medusa could not record it", async () => {
      const order = await placed();
      await open().staff.ask("/order-edits", { order_id: order.orderId });
      expect(await order.refund(10)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("The order has an open change") },
      });
      expect(await order.accepted()).toEqual([]);
      await open().staff.send("DELETE", `/admin/order-edits/${order.orderId}`);
      expect((await order.refund(10)).status).toBe(200);
      expect(await order.records()).toEqual(expectedRefundRecords([10], unsynced));
    });
  });

  describe("a refund that fails after the gateway accepted it", () => {
    test("stays recorded in Medusa until a second refund corrects it", async () => {
      const order = await placed();
      const failed = recordEvents(open().shop, "pay-index.refund.failed", { cart_id: order.cartId });
      await order.setFaults({ kind: "fail_refund" });
      expect((await order.refund(24.99)).status).toBe(200);
      await order.end();
      expect(await order.states()).toEqual(["failed"]);
      expect(await order.records()).toEqual(expectedRefundRecords([24.99], unsynced));
      await expect
        .poll(() => failed)
        .toMatchObject([{ order_id: order.orderId, amount: "24.99", reason: null }]);
      expect((await order.payment()).review_items).toMatchObject([{ kind: "refund-failed" }]);
      await order.setFaults();
      const again = {
        reference: order.cartId,
        amount: { minor: 2499, currency: "USD" },
        reason: "Again.",
      } as const;
      await open().shop.payIndex.gateway.refund({ ...again, idempotencyKey: "again-1" });
      await order.end();
      expect(await order.states()).toEqual(["failed", "succeeded"]);
      expect(await order.records()).toEqual(expectedRefundRecords([24.99], made));
    });

    test("cannot be recorded in Medusa twice, because the dialog refuses the same amount again", async () => {
      const order = await placed();
      await order.setFaults({ kind: "fail_refund" });
      await order.refund(10);
      await order.end();
      await order.setFaults();
      expect(await order.refund(10)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("Medusa displays a refund of this amount that failed") },
      });
      expect(await order.accepted()).toEqual(["10.00"]);
      expect((await order.refund(7)).status).toBe(200);
      await order.end();
      expect(await order.states()).toEqual(["failed", "succeeded"]);
      expect(await order.records()).toMatchObject({
        refunds: [
          [10, null, false],
          [7, null, true],
        ],
      });
    });
  });
}
