import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readSessions } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import { StaffMember } from "./staff-member.mts";
import {
  monthlyPlan,
  nextIpAddress,
  provider_id,
  shortTimeout,
  subscriptionBuyers,
} from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query; the tests say what they expect of them
type Any = any;

/** The total of each cycle in Medusa: goods, shipping and tax. A cycle is charged in whole cents. */
const total = 18.2325;
const price = { minor: 1823, text: "18.23" };

/** First orders whose period has a price of its own, in the records of a real Medusa (PLAN-FIRST). */
export function firstPeriodSuite(open: () => TestShop): void {
  const { resolve, first, goods, cartOf, begun, passes, renewalsOf, items } = subscriptionBuyers(open);
  const planOf = (firstPeriodAmount: number) => ({ ...monthlyPlan, firstPeriodAmount });
  const cheap = () => goods({ plan: planOf(500) });

  const fields = [
    "id",
    "version",
    "total",
    "summary.*",
    "transactions.amount",
    "credit_lines.amount",
    "credit_lines.reference",
    "payment_collections.*",
    "payment_collections.payments.amount",
    "payment_collections.payments.data",
    "payment_collections.payments.captures.amount",
  ];

  /** What the page of an order shows of its money. */
  async function recordsOf(orderId: string) {
    const order = await first("order", fields, { id: orderId });
    const [{ status, amount, captured_amount, payments }, ...others] = order.payment_collections;
    expect(others).toEqual([]);
    return {
      total: Number(order.total),
      paid: Number(order.summary.paid_total),
      outstanding: Number(order.summary.pending_difference),
      transactions: order.transactions.map((each: Any) => Number(each.amount)),
      credits: order.credit_lines.map((each: Any) => [each.reference, Number(each.amount)]),
      collection: [status, Number(amount), Number(captured_amount)],
      payments: payments.map(({ amount: own, captures, data }: Any) => ({
        amount: Number(own),
        captures: captures.map((each: Any) => Number(each.amount)),
        data: [data.amount, data.charged_amount],
      })),
    };
  }

  const charged = (amount: number) => ({
    total: amount,
    paid: amount,
    outstanding: 0,
    transactions: [amount],
    credits: [["pay-index-first-period", Number((total - amount).toFixed(4))]],
    collection: ["completed", amount, amount],
    payments: [{ amount, captures: [amount], data: [price.minor, Math.round(amount * 100)] }],
  });

  test.each([
    ["less", 500, 5],
    ["more", 2999, 29.99],
    ["the least possible amount", 1, 0.01],
  ])(
    "that costs %s is the total, the capture and the collection of its order, and each renewal costs a cycle (PLAN-FIRST)",
    async (_what, firstPeriodAmount, amount) => {
      const { orderId, cartId, attemptId } = await begun(await goods({ plan: planOf(firstPeriodAmount) }));
      expect(await recordsOf(orderId)).toEqual(charged(amount));
      await passes(attemptId, 31);
      const [renewal, ...more] = await renewalsOf(orderId);
      expect([more, await items(cartId)]).toEqual([[], []]);
      expect(await recordsOf(renewal.id)).toEqual({
        ...charged(total),
        credits: [],
        payments: [{ amount: total, captures: [total], data: [price.minor, null] }],
      });
      expect(await recordsOf(orderId)).toEqual(charged(amount));
    },
  );

  test("that costs the same does not change the order (PLAN-FIRST)", async () => {
    const { orderId } = await begun(await goods({ plan: planOf(price.minor) }));
    expect(await recordsOf(orderId)).toMatchObject({ total, credits: [], outstanding: 0 });
    expect((await first("order", ["version"], { id: orderId })).version).toBe(1);
  });

  test("staff read both prices, and refund at most the charged amount (PLAN-FIRST)", async () => {
    const { orderId, attemptId } = await begun(await cheap());
    const staff = await StaffMember.signIn(open(), { email: "first-period@example.com" });
    const { body } = await staff.ask(`/pay-index/orders/${orderId}`);
    expect(body.payment.attempts).toMatchObject([{ amount: price.text, charged_amount: "5.00" }]);
    const { body: shown } = await staff.ask(`/orders/${orderId}?fields=payment_status,total`);
    expect(shown.order).toMatchObject({ payment_status: "captured", total: 5 });
    const record = (amount: string) =>
      staff.ask(`/pay-index/attempts/${attemptId}/resolution`, {
        action: "record-refund",
        note: "Seen in the back office.",
        refund: { amount, reference: `first-period-${amount}` },
      });
    expect((await record("5.01")).status).toBe(400);
    expect((await record("2.00")).status).toBe(200);
    expect(await recordsOf(orderId)).toMatchObject({
      total: 3,
      outstanding: 0,
      credits: [
        ["pay-index-first-period", 13.2325],
        ["refund", 2],
      ],
    });
    expect((await record("3.00")).status).toBe(200);
    expect(await recordsOf(orderId)).toMatchObject({
      total: 0,
      outstanding: 0,
      collection: ["completed", 5, 5],
    });
  });

  /** The process ends where Medusa is about to do this. */
  function dyingAt(module: string, method: string): { restore(): void } {
    const spy = vi
      .spyOn(resolve(module), method)
      .mockImplementation(() => Promise.reject(new Error("The process ended.")));
    onTestFinished(() => spy.mockRestore());
    return { restore: () => spy.mockRestore() };
  }

  /** The buyer has paid, and the order could not be placed completely. */
  async function interrupted(module: string, method: string) {
    const buyer = await cartOf([await cheap()]);
    const { body } = await buyer.start({ provider_id });
    const deaths = [dyingAt(module, method), dyingAt("order", "cancelOrderChange")];
    expect(await buyer.postCard(body.payment, { from: nextIpAddress() })).toMatchObject({ status: 303 });
    const attemptId = open().attempt(buyer.cartId);
    const job = async () => {
      const text = "SELECT status, tries FROM pay_index_job WHERE reference = $1 AND kind = 'place-order'";
      const [row] = (await runSql(open(), text, [buyer.cartId])) as Any[];
      return row;
    };
    await expect.poll(async () => (await job())?.tries ?? 0, shortTimeout).toBeGreaterThan(0);
    expect((await job()).status).toBe("due");
    return { buyer, attemptId, restore: () => deaths.map((death) => death.restore()) };
  }

  describe("with a process that dies", () => {
    test.each([
      ["before the credit line", "order", "createOrderChange"],
      ["with its order change open", "order", "addOrderAction"],
      ["with its order change filled and open", "order", "confirmOrderChange"],
      ["before the collection has the charged amount", "payment", "updatePaymentCollections"],
    ])("%s is completed once by the next sweep (PLAN-FIRST)", async (_when, module, method) => {
      const { buyer, restore } = await interrupted(module, method);
      expect((await buyer.status()).body.payment).toMatchObject({ state: "paid", placed: false });
      restore();
      await sweepNow(buyer.cartId);
      const order = await first("order_cart", ["order_id"], { cart_id: buyer.cartId });
      expect(await recordsOf(order.order_id)).toEqual(charged(5));
      expect(await items(buyer.cartId)).toEqual([]);
    });

    test("while Medusa completes the cart keeps the session with the charged amount (PLAN-FIRST)", async () => {
      const { buyer, restore } = await interrupted("order", "createOrders");
      const [session, ...others] = await readSessions(open(), buyer.cartId);
      expect([others, Number(session.amount), session.data.state]).toEqual([[], 5, "paid"]);
      restore();
      await sweepNow(buyer.cartId);
      const order = await first("order_cart", ["order_id"], { cart_id: buyer.cartId });
      expect(await recordsOf(order.order_id)).toEqual(charged(5));
      expect(await readSessions(open(), buyer.cartId)).toMatchObject([{ id: session.id }]);
    });
  });

  async function sweepNow(cartId: string, end = "completed"): Promise<void> {
    await runSql(
      open(),
      "UPDATE pay_index_job SET due_at = $1, lease_token = NULL, lease_until = NULL WHERE reference = $2 AND status = 'due' AND kind = 'place-order'",
      [new Date(0).toISOString(), cartId],
    );
    await open().payIndex.gateway.sweep();
    // Medusa's own scheduled sweep may have taken the job first.
    const status = "SELECT status FROM pay_index_job WHERE reference = $1 AND kind = 'place-order'";
    await expect
      .poll(async () => ((await runSql(open(), status, [cartId])) as Any[])[0]?.status, shortTimeout)
      .toBe(end);
  }

  test("a cart that changed after its cheap first period was paid does not become an order (ENG-DUE, PLAN-FIRST)", async () => {
    const { buyer, restore } = await interrupted("order", "createOrders");
    const { cart } = await buyer.ask(`/store/carts/${buyer.cartId}`);
    await buyer.ask(`/store/carts/${buyer.cartId}/line-items/${cart.items[0].id}`, { quantity: 2 });
    restore();
    await sweepNow(buyer.cartId, "given-up");
    expect(await items(buyer.cartId)).toEqual(["order-not-placed order_changed"]);
    expect(await first("order_cart", ["order_id"], { cart_id: buyer.cartId })).toBeUndefined();
  });
}
