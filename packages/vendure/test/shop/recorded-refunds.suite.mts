import { PayIndexService } from "@pay-index/vendure";
import {
  ConfigService,
  EventBus,
  type ID,
  Injector,
  Order,
  OrderService,
  Payment,
  RefundEvent,
  RefundStateTransitionEvent,
  TransactionalConnection,
} from "@vendure/core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createChannels } from "../conformance/channels.mts";
import type { TestDatabase } from "../conformance/test-database.mts";
import { createContext, sellProduct } from "./catalog-and-orders.mts";
import { requestRefundReview } from "./review-item-helpers.mts";
import { StaffMember } from "./staff-member.mts";
import { openTestShop, type TestShop } from "./test-shop.mts";

/* What staff record as given back, in Vendure's own books, on a real Vendure. */

const resolveReviewItem =
  "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { reviewItems { item { id } } attempts { refunds { amount reference ofOrder } } } }";
const readRefunds = `query ($id: ID!) { order(id: $id) { payments { refunds { total state transactionId } } } }`;
const refundOrder = `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ... on Refund { id state } } }`;
const settleRefund = `mutation ($input: SettleRefundInput!) { settleRefund(input: $input) { __typename } }`;

export function recordedRefundsSuite(title: string, place: () => Promise<TestDatabase>): void {
  describe(`recorded refunds: ${title}`, () => {
    let stage: TestShop;
    let staff: StaffMember;
    let tea: string;
    let northernTea: string;
    const events: string[] = [];
    beforeAll(async () => {
      const hosted = { id: "10002", key: "sandbox-hosted-key", variants: ["hosted" as const] };
      const merchants = [hosted, { ...hosted, tenant: "2" }];
      stage = await openTestShop({ place: await place(), plugin: { merchants } });
      await createChannels(stage.app, [{ id: "1", key: "k", tenant: "north" }]);
      tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
      northernTea = await sellProduct(stage.app, { name: "Tea", price: 1999, channel: "north" });
      staff = await StaffMember.signIn(stage.origin);
      const bus = stage.app.get(EventBus);
      bus.ofType(RefundEvent).subscribe(({ type, order }) => void events.push(`${order.code} ${type}`));
      bus
        .ofType(RefundStateTransitionEvent)
        .subscribe(
          ({ toState, order, ctx }) => void events.push(`${order.code} ${toState} ${ctx.channelId}`),
        );
    }, 120_000);
    afterAll(() => stage?.close());

    interface Paid {
      readonly code: string;
      readonly orderId: string;
      readonly attemptId: string;
    }

    async function paid(channel = "default"): Promise<Paid> {
      const buyer = stage.buyer({}, channel);
      const code = await buyer.isReadyToPay(channel === "north" ? northernTea : tea);
      await buyer.start({ method: "hosted" });
      const attemptId = await stage.attempt(code);
      await stage.paid(code);
      const ctx = await createContext(stage.app);
      const orders = stage.app.get(TransactionalConnection).getRepository(ctx, Order);
      return { code, attemptId, orderId: String((await orders.findOneByOrFail({ code })).id) };
    }

    /** A review item about the money of the placed order. */
    async function openItem({ code, attemptId }: Paid, dedupeKey = "returned"): Promise<string> {
      await requestRefundReview(stage, { attemptId, dedupeKey, evidence: "The buyer returned it." });
      const { reviewItems } = await stage.app.get(PayIndexService).gateway.status({ reference: code });
      return reviewItems.find(({ id }) => id.endsWith(dedupeKey))?.id ?? "";
    }

    const record = (
      { orderId, attemptId }: Paid,
      refund: object,
      more: object = {},
      headers: Record<string, string> = {},
    ) =>
      staff.ask(
        resolveReviewItem,
        { input: { orderId, attemptId, action: "RECORD_REFUND", note: "Back office.", refund, ...more } },
        headers,
      );

    async function refundsOf({ orderId }: Paid) {
      const { payments } = await staff.ask(readRefunds, { id: orderId });
      return payments.flatMap(({ refunds }: { refunds: object[] }) => refunds);
    }

    /** As Vendure's scheduler runs it. */
    async function sweep(): Promise<void> {
      const { tasks = [] } = stage.app.get(ConfigService).schedulerOptions;
      await tasks.find(({ id }) => id === "pay-index-sweep")?.execute(new Injector(stage.app as never));
    }

    /** The jobs of this order that wait are due now. */
    const fallDue = ({ code }: Paid) =>
      stage.app
        .get(TransactionalConnection)
        .rawConnection.query(
          `UPDATE pay_index_job SET due_at = '2020-01-01T00:00:00.000Z' WHERE reference = '${code}' AND status = 'due'`,
        );

    const recorded = (total: number, transactionId: string) => ({ total, state: "Settled", transactionId });

    test("a full refund of a review item is a settled refund in Vendure, with events and history (B-45)", async () => {
      const order = await paid();
      const item = await openItem(order);
      const payment = await record(order, { amount: "19.99", reference: "R-1" }, { reviewItemId: item });
      expect(payment).toMatchObject({
        reviewItems: [],
        attempts: [{ refunds: [{ amount: "19.99", reference: "R-1", ofOrder: true }] }],
      });
      expect(await refundsOf(order)).toEqual([recorded(1999, "R-1")]);
      expect(events.filter((event) => event.startsWith(order.code))).toEqual([
        `${order.code} created`,
        `${order.code} Settled 1`,
      ]);
      const history = `query ($id: ID!) { order(id: $id) { history { items { type administrator { id } data } } } }`;
      const { items } = (await staff.ask(history, { id: order.orderId })).history;
      expect(items).toContainEqual({
        type: "ORDER_REFUND_TRANSITION",
        administrator: { id: "1" },
        data: expect.objectContaining({ from: "Pending", to: "Settled" }),
      });
    });

    test("two partial refunds become two refunds, and an amount above the rest is refused with a text", async () => {
      const order = await paid();
      await record(order, { amount: "5", reference: "R-1" });
      await record(order, { amount: "3.50", reference: "R-2" });
      await expect(record(order, { amount: "11.50", reference: "R-3" })).rejects.toThrow("at most 11.49 USD");
      await expect(record(order, { amount: "1", reference: "R-2" })).rejects.toThrow("recorded already");
      expect(await refundsOf(order)).toEqual([recorded(500, "R-1"), recorded(350, "R-2")]);
    });

    test("a refund in another channel is recorded in the channel that was paid", async () => {
      const order = await paid("north");
      await record(order, { amount: "5", reference: "R-1" });
      expect(await refundsOf(order)).toEqual([recorded(500, "R-1")]);
      expect(events).toContain(`${order.code} Settled 2`);
    });

    test("a refund that staff settle in Vendure manually is not changed, and not recorded a second time", async () => {
      const order = await paid();
      const ctx = await createContext(stage.app);
      const found = await stage.app.get(OrderService).findOne(ctx, order.orderId as ID, ["payments"]);
      const input = { paymentId: String(found?.payments[0]?.id), amount: 500, reason: "Broken" };
      const more = { lines: [], shipping: 0, adjustment: 0 };
      const { id, state } = await staff.ask(refundOrder, { input: { ...input, ...more } });
      expect(state).toBe("Pending");
      await sweep();
      expect((await stage.control.orderDetails(order.attemptId)).refunds).toEqual([]);
      await staff.ask(settleRefund, { input: { id, transactionId: "T-7" } });
      const item = await openItem(order);
      await record(order, { amount: "5", reference: "R-1" }, { reviewItemId: item });
      expect(await refundsOf(order)).toEqual([recorded(500, "T-7")]);
      await record(order, { amount: "2", reference: "R-2" });
      expect(await refundsOf(order)).toEqual([recorded(500, "T-7"), recorded(200, "R-2")]);
    });

    test("a refund that waits in Vendure is settled by the record of the same amount", async () => {
      const order = await paid();
      const ctx = await createContext(stage.app);
      const found = await stage.app.get(OrderService).findOne(ctx, order.orderId as ID, ["payments"]);
      const input = { paymentId: String(found?.payments[0]?.id), amount: 500, lines: [], shipping: 0 };
      await staff.ask(refundOrder, { input: { ...input, adjustment: 0, reason: "Broken" } });
      await record(order, { amount: "5.00", reference: "R-1" });
      expect(await refundsOf(order)).toEqual([recorded(500, "R-1")]);
    });

    test("the sweep adds a refund once that a killed process had only recorded", async () => {
      const order = await paid();
      const death = vi
        .spyOn(stage.app.get(OrderService), "refundOrder")
        .mockRejectedValue(new Error("The process ended."));
      await record(order, { amount: "5", reference: "R-1" });
      expect(await refundsOf(order)).toEqual([]);
      death.mockRestore();
      await fallDue(order);
      await sweep();
      expect(await refundsOf(order)).toEqual([recorded(500, "R-1")]);
      await fallDue(order);
      await sweep();
      expect(await refundsOf(order)).toEqual([recorded(500, "R-1")]);
    });

    test("a refund that cannot be added is logged and retried later, and stays recorded", async () => {
      const order = await paid();
      const payments = stage.app.get(TransactionalConnection).rawConnection.getRepository(Payment);
      const payment = await payments.findOneByOrFail({ order: { code: order.code } });
      await payments.update({ id: payment.id }, { metadata: {} });
      const payIndexPayment = await record(order, { amount: "5", reference: "R-1" });
      expect(payIndexPayment.attempts[0].refunds).toHaveLength(1);
      expect(await refundsOf(order)).toEqual([]);
      const logged = stage.logged.filter((line) => line.includes(`${order.attemptId}/sync-refund/1`));
      expect(logged.join("\n")).toContain("The order has no such payment any more.");
      await payments.update({ id: payment.id }, { metadata: payment.metadata });
      await fallDue(order);
      await sweep();
      expect(await refundsOf(order)).toEqual([recorded(500, "R-1")]);
    });

    test("a refund of another charge is recorded, and not added to Vendure", async () => {
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea);
      await buyer.start({ method: "hosted" });
      const attemptId = await stage.attempt(code);
      await stage.control.setFaults({ of: "order", orderId: attemptId }, [
        { kind: "wrong_amount", trueAmount: "1.00" },
      ]);
      await stage.paid(code);
      const ctx = await createContext(stage.app);
      const orders = stage.app.get(TransactionalConnection).getRepository(ctx, Order);
      const order = { code, attemptId, orderId: String((await orders.findOneByOrFail({ code })).id) };
      const { reviewItems } = await stage.app.get(PayIndexService).gateway.status({ reference: code });
      const payment = await record(
        order,
        { amount: "1.00", reference: "R-1" },
        { reviewItemId: reviewItems[0]?.id },
      );
      expect(payment.attempts[0].refunds).toEqual([{ amount: "1.00", reference: "R-1", ofOrder: false }]);
      expect(await refundsOf(order)).toEqual([]);
    });

    test("an invalid refund is refused with a text, and nothing is recorded", async () => {
      const order = await paid();
      const ask = (refund: object, more: object = {}) => record(order, refund, more);
      await expect(ask({ amount: "5,00", reference: "R-1" })).rejects.toThrow("number in USD");
      await expect(ask({ amount: "0.001", reference: "R-1" })).rejects.toThrow("number in USD");
      await expect(ask({ amount: "0", reference: "R-1" })).rejects.toThrow("must be more than 0");
      await expect(ask({ amount: "5", reference: " " })).rejects.toThrow("must not be empty");
      await expect(ask({ amount: "5", currencyCode: "EUR", reference: "R-1" })).rejects.toThrow(
        "must be USD",
      );
      await expect(ask({ amount: "5", reference: "R-1" }, { action: "DISMISS" })).rejects.toThrow(
        "belongs to the action record-refund",
      );
      expect(await refundsOf(order)).toEqual([]);
    });
  });
}
