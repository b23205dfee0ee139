import { describe, expect, test } from "vitest";
import type { GatewayRefundShop } from "./gateway-refund-shop.mts";

/** Refunds that begin elsewhere than in the dialog of an order. */
export function specialRefundsSuite(open: () => GatewayRefundShop): void {
  const placed = () => open().placed();

  describe("a cancelled order", () => {
    test("is refunded through the gateway, and Medusa's records do not change", async () => {
      const order = await placed();
      expect((await open().staff.ask(`/orders/${order.orderId}/cancel`, {})).status).toBe(200);
      expect(await order.accepted()).toEqual(["24.99"]);
      const records = { outstanding: 0, transactions: [24.99, -24.99], credits: [24.99] };
      expect(await order.records()).toMatchObject({ ...records, refunds: [[24.99, null, false]] });
      await order.end();
      expect(await order.records()).toMatchObject({ ...records, refunds: [[24.99, null, true]] });
      expect((await order.payment()).review_items).toEqual([]);
    });

    test("whose refund the gateway refuses has a review item, because Medusa ignores the refusal", async () => {
      const order = await placed();
      await order.setFaults({ kind: "refuse_refund" });
      expect((await open().staff.ask(`/orders/${order.orderId}/cancel`, {})).status).toBe(200);
      expect((await order.payment()).review_items).toMatchObject([
        {
          kind: "refund-requested",
          refund: { amount: "24.99" },
          evidence: expect.stringContaining("24.99 USD"),
        },
      ]);
    });
  });

  test("a payment without an order is not refunded, because Medusa reverts its completion and the order is placed again", async () => {
    const { shop } = open();
    const buyer = shop.buyer();
    const cartId = await buyer.isReadyToPay(shop.shop);
    await buyer.start();
    const { cart } = await buyer.ask(`/store/carts/${cartId}`);
    await buyer.ask(`/store/carts/${cartId}/line-items/${cart.items[0].id}`, { quantity: 2 });
    await shop.paid(cartId);
    const attemptId = shop.attempt(cartId);
    await expect(
      open().askProvider({ attempt_id: attemptId, currency: "USD" }, 24.99, "ref_none"),
    ).rejects.toThrow("This payment has no order, so it was not refunded.");
    expect((await shop.control.orderDetails(attemptId)).refunds).toEqual([]);
    const { reviewItems } = await shop.payIndex.paymentOfCart(cartId);
    expect(reviewItems.map(({ kind }) => kind)).toEqual(["order-not-placed"]);
  });

  describe("a refund that the gateway's staff make", () => {
    test("is added to Medusa beside a refund in progress", async () => {
      const order = await placed();
      await order.setFaults({ kind: "lost_call", when: "before", operation: "refund" });
      expect((await order.refund(10)).status).toBe(200);
      await order.setFaults();
      await open().shop.control.refund(order.attemptId, { amount: "7.00" });
      await order.end();
      expect(await order.states()).toEqual(["unknown", "succeeded"]);
      expect(await order.records()).toMatchObject({
        outstanding: 0,
        transactions: [24.99, -7, -10],
        refunds: [
          [10, null, false],
          [7, expect.any(String), true],
        ],
      });
    });
  });
}
