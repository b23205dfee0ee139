import { describe, expect, test } from "vitest";
import type { Any } from "./any.mts";
import { failAt } from "./fail-at.mts";
import { readSessions } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import {
  monthlyPlan,
  nextIpAddress,
  provider_id,
  shortTimeout,
  subscriptionBuyers,
} from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

/** The total of each cycle in Medusa: goods, shipping and tax. A cycle is charged in whole cents. */
const total = 18.2325;
const price = { minor: 1823, text: "18.23" };

/** First orders whose period has a price of its own, in the records of a real Medusa (PLAN-FIRST). */
export function firstPeriodSuite(open: () => TestShop): void {
  const { product, cartOf, begun, passes, renewalsOf } = subscriptionBuyers(open);
  const soldFor = (firstPeriodAmount: number) => product({ ...monthlyPlan, firstPeriodAmount });

  const payments = ["amount", "data", "captures.amount"].map(
    (name) => `payment_collections.payments.${name}`,
  );
  const fields = [
    ...["id", "version", "total", "summary.*", "transactions.amount"],
    ...["credit_lines.amount", "credit_lines.reference", "payment_collections.*", ...payments],
  ];

  /** What the page of an order shows of its money. */
  async function recordsOf(id: string) {
    const order = await open().first("order", fields, { id });
    const [{ status, amount, captured_amount, payments }, ...others] = order.payment_collections;
    expect(others).toEqual([]);
    return {
      total: Number(order.total),
      paid: Number(order.summary.paid_total),
      outstanding: Number(order.summary.pending_difference),
      transactions: order.transactions.map((each: Any) => Number(each.amount)),
      credits: order.credit_lines.map((each: Any) => [each.reference, Number(each.amount)]).toSorted(),
      collection: [status, Number(amount), Number(captured_amount)],
      payments: payments.map(({ amount: own, captures, data }: Any) => [
        ...[Number(own), ...captures.map((each: Any) => Number(each.amount))],
        ...[data.amount, data.charged_amount],
      ]),
    };
  }

  const orderOf = async (cart_id: string): Promise<string | undefined> =>
    (await open().first("order_cart", ["order_id"], { cart_id }))?.order_id;

  const charged = (amount: number) => ({
    ...{ total: amount, paid: amount, outstanding: 0, transactions: [amount] },
    credits: [["pay-index-first-period", Number((total - amount).toFixed(4))]],
    collection: ["completed", amount, amount],
    payments: [[amount, amount, price.minor, Math.round(amount * 100)]],
  });

  test.each([
    ["more", 2999, 29.99],
    ["the least possible amount", 1, 0.01],
  ])(
    "that costs %s is the total, the capture and the collection of its order, and each renewal costs a cycle (PLAN-FIRST)",
    async (_what, firstPeriodAmount, amount) => {
      const { orderId, cartId, attemptId } = await begun(await soldFor(firstPeriodAmount));
      expect(await recordsOf(orderId)).toEqual(charged(amount));
      await passes(attemptId);
      const [renewal, ...more] = await renewalsOf(orderId);
      expect([more, await open().items(cartId)]).toEqual([[], []]);
      const payments = [[total, total, price.minor, null]];
      expect(await recordsOf(renewal.id)).toEqual({ ...charged(total), credits: [], payments });
      expect(await recordsOf(orderId)).toEqual(charged(amount));
    },
  );

  test("that costs the same does not change the order (PLAN-FIRST)", async () => {
    const { orderId } = await begun(await soldFor(price.minor));
    expect(await recordsOf(orderId)).toMatchObject({ total, credits: [], outstanding: 0 });
    expect((await open().first("order", ["version"], { id: orderId })).version).toBe(1);
  });

  test("staff read both prices, and refund at most the charged amount (PLAN-FIRST)", async () => {
    const { orderId, attemptId } = await begun(await soldFor(500));
    const { body } = await open().ask(`/pay-index/orders/${orderId}`);
    expect(body.payment.attempts).toMatchObject([
      { amount: { amount: price.text }, chargedAmount: { amount: "5.00" } },
    ]);
    const record = (amount: string) =>
      open().ask("/pay-index/attempts/resolve", {
        ...{
          attemptId,
          action: "record-refund",
          note: "Seen.",
          refund: { amount, reference: `first-${amount}` },
        },
      });
    expect((await record("5.01")).status).toBe(400);
    expect((await record("2.00")).status).toBe(200);
    expect((await record("3.00")).status).toBe(200);
    await open().ask(`/pay-index/orders/${orderId}`);
    expect(await recordsOf(orderId)).toMatchObject({
      ...{ total: 0, outstanding: 0, collection: ["completed", 5, 5] },
      credits: [
        ["pay-index-first-period", 13.2325],
        ["refund", 2],
        ["refund", 3],
      ],
    });
  });

  /** The buyer has paid, and the order could not be placed completely, because the process ended here. */
  async function interrupted(module: string, method: string) {
    const buyer = await cartOf([await soldFor(500)]);
    const { body } = await buyer.start({ provider_id });
    const ends = [[module, method] as const, ["order", "cancelOrderChange"] as const].map(([name, each]) =>
      failAt(open().resolve(name), each),
    );
    expect(await buyer.postCard(body.payment, { from: nextIpAddress() })).toMatchObject({ status: 303 });
    const of = "reference = $1 AND kind = 'place-order'";
    const read = `SELECT status, tries FROM pay_index_job WHERE ${of}`;
    const job = async () => (await runSql(open(), read, [buyer.cartId]))[0];
    await expect.poll(async () => (await job())?.tries ?? 0, shortTimeout).toBeGreaterThan(0);
    expect((await job()).status).toBe("due");
    /** The process is back, and its next sweep is due. */
    async function resume(end = "completed") {
      for (const each of ends) each();
      const due = "UPDATE pay_index_job SET due_at = $2, lease_token = NULL, lease_until = NULL";
      await runSql(open(), `${due} WHERE ${of} AND status = 'due'`, [
        buyer.cartId,
        new Date(0).toISOString(),
      ]);
      await open().payIndex.gateway.sweep();
      // Medusa's own scheduled sweep may have taken the job first.
      await expect.poll(async () => (await job()).status, shortTimeout).toBe(end);
    }
    return { buyer, cartId: buyer.cartId, resume };
  }

  describe("with a process that dies", () => {
    test.each([
      ["with its order change filled and open", "order", "confirmOrderChange"],
      ["before the collection has the charged amount", "payment", "updatePaymentCollections"],
    ])("%s is completed once by the next sweep (PLAN-FIRST)", async (_when, module, method) => {
      const { buyer, cartId, resume } = await interrupted(module, method);
      expect((await buyer.status()).body.payment).toMatchObject({ state: "paid", placed: false });
      await resume();
      expect(await recordsOf((await orderOf(cartId)) ?? "")).toEqual(charged(5));
      expect(await open().items(cartId)).toEqual([]);
    });

    test("while Medusa completes the cart keeps the session with the charged amount (PLAN-FIRST)", async () => {
      const { cartId, resume } = await interrupted("order", "createOrders");
      const [session, ...others] = await readSessions(open(), cartId);
      expect([others, Number(session.amount), session.data.state]).toEqual([[], 5, "paid"]);
      await resume();
      expect(await recordsOf((await orderOf(cartId)) ?? "")).toEqual(charged(5));
      expect(await readSessions(open(), cartId)).toMatchObject([{ id: session.id }]);
    });
  });

  test("a cart that changed after its cheap first period was paid does not become an order (ENG-DUE, PLAN-FIRST)", async () => {
    const { buyer, cartId, resume } = await interrupted("order", "createOrders");
    await buyer.setQuantity(2);
    await resume("given-up");
    expect(await open().items(cartId)).toEqual(["order-not-placed order_changed"]);
    expect(await orderOf(cartId)).toBeUndefined();
  });
}
