import { EventBus, OrderService, Payment, RefundEvent, RefundStateTransitionEvent } from "@vendure/core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { StartedOrder, TestShop } from "../test-shop.mts";

const refundOrder = `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { ... on Refund { id state } } }`;
const settleRefund = `mutation ($input: SettleRefundInput!) { settleRefund(input: $input) { __typename } }`;

/** What staff record as given back, in Vendure's own books. The shop does not refund through the gateway. */
export function recordedRefundsSuite(shop: () => TestShop): void {
  describe("a refund that staff record", () => {
    const events: string[] = [];
    beforeAll(() => {
      const bus = shop().app.get(EventBus);
      bus.ofType(RefundEvent).subscribe(({ type, order }) => void events.push(`${order.code} ${type}`));
      bus
        .ofType(RefundStateTransitionEvent)
        .subscribe(
          ({ toState, order, ctx }) => void events.push(`${order.code} ${toState} ${ctx.channelId}`),
        );
    });

    const record = ({ attemptId }: StartedOrder, amount: string, reference: string) => {
      const about = { attemptId, action: "record-refund", note: "Back office." };
      return shop().staff.desk("attempts/resolve", { ...about, refund: { amount, reference } });
    };
    /** Records the refund for the open review item of the order. */
    const recordForItem = async ({ code }: StartedOrder, amount: string, reference: string) => {
      const ids = (await shop().status(code)).reviewItems.map(({ id }) => id);
      const about = { ids, action: "record-refund", note: "Back office." };
      await shop().staff.desk("review-items/resolve", { ...about, refund: { amount, reference } });
    };
    const paymentOf = async ({ orderId }: StartedOrder) =>
      (await shop().staff.desk(`orders/${orderId}`)).payment;
    const refundsOf = (order: StartedOrder) => shop().refundsOf(order);
    const recorded = (total: number, transactionId: string) => ({ total, state: "Settled", transactionId });

    test("for a review item is a settled refund in Vendure, with events and history (B-45)", async () => {
      const order = await shop().payOrder();
      const asked = { attemptId: order.attemptId, dedupeKey: "returned", evidence: "The buyer returned it." };
      await shop().gateway.requestRefund(asked);
      await recordForItem(order, "19.99", "R-1");
      expect(await paymentOf(order)).toMatchObject({
        reviewItems: [],
        attempts: [{ refunds: [{ amount: { amount: "19.99" }, reference: "R-1", ofOrder: true }] }],
      });
      expect(await refundsOf(order)).toEqual([recorded(1999, "R-1")]);
      const created = [`${order.code} created`, `${order.code} Settled 1`];
      expect(events.filter((event) => event.startsWith(order.code))).toEqual(created);
      const entries = await shop().historyOf(order.orderId, "ORDER_REFUND_TRANSITION");
      const settled = { administrator: { id: "1" }, data: { from: "Pending", to: "Settled" } };
      expect(entries.at(-1)).toMatchObject(settled);
    });

    test("in another channel is recorded in the channel that was paid", async () => {
      const order = await shop().payOrder({ channel: "north" });
      await record(order, "5", "R-1");
      expect(await refundsOf(order)).toEqual([recorded(500, "R-1")]);
      expect(events).toContain(`${order.code} Settled 2`);
    });

    test("settles a refund that waits in Vendure, and adds none that staff settled there", async () => {
      const order = await shop().payOrder();
      const payments = shop().connection.rawConnection.getRepository(Payment);
      const { id: paymentId } = await payments.findOneByOrFail({ order: { code: order.code } });
      const none = { lines: [], shipping: 0, adjustment: 0 };
      const refundInVendure = (amount: number) =>
        shop().staff.ask(refundOrder, { input: { paymentId, amount, reason: "Broken", ...none } });
      const { id, state } = await refundInVendure(500);
      expect(state).toBe("Pending");
      await shop().staff.ask(settleRefund, { input: { id, transactionId: "T-7" } });
      await record(order, "5", "R-1");
      expect(await refundsOf(order)).toEqual([recorded(500, "T-7")]);
      await refundInVendure(200);
      await record(order, "2", "R-2");
      expect(await refundsOf(order)).toEqual([recorded(500, "T-7"), recorded(200, "R-2")]);
    });

    test("is logged if it cannot be added, and the sweep adds it once", async () => {
      const order = await shop().payOrder();
      const death = vi
        .spyOn(shop().app.get(OrderService), "refundOrder")
        .mockRejectedValue(new Error("The process ended."));
      await record(order, "5", "R-1");
      expect((await paymentOf(order)).attempts[0].refunds).toHaveLength(1);
      expect(await refundsOf(order)).toEqual([]);
      const logged = shop().logged.filter((line) => line.includes(`${order.attemptId}/sync-refund/1`));
      expect(logged.join("\n")).toContain("The process ended.");
      death.mockRestore();
      for (const _ of [1, 2]) {
        await shop().sweep(order.code);
        expect(await refundsOf(order)).toEqual([recorded(500, "R-1")]);
      }
    });

    test("of another charge is not added to Vendure", async () => {
      const order = await shop().payOrder({ faults: [{ kind: "wrong_amount", trueAmount: "1.00" }] });
      await recordForItem(order, "1.00", "R-1");
      const [{ refunds }] = (await paymentOf(order)).attempts;
      expect(refunds).toMatchObject([{ amount: { amount: "1.00" }, reference: "R-1", ofOrder: false }]);
      expect(await refundsOf(order)).toEqual([]);
    });
  });
}
