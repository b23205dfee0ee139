import { describe, expect, test } from "vitest";
import {
  expectedRefundRecords,
  type GatewayRefundShop,
  type PlacedTestOrder,
} from "./gateway-refund-shop.mts";
import { readRefundRecords } from "./refund-records.mts";
import { monthlyPlan, subscriptionBuyers } from "./subscription-buyers.mts";

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
type Any = any;

/** Refunds that staff start on the plugin's own pages. */
export function staffRefundsSuite(open: () => GatewayRefundShop): void {
  let requests = 0;
  const ask = (attemptId: string, more: object) =>
    open().staff.ask(`/pay-index/attempts/${attemptId}/refund`, {
      ...{ reason: "Came broken.", request_id: `staff-${++requests}` },
      ...more,
    });
  const refund = ({ attemptId }: Pick<PlacedTestOrder, "attemptId">, amount: unknown, more: object = {}) =>
    ask(attemptId, { amount, ...more });
  const unsynced = { isSynced: false };
  const made = { isSynced: true };

  test("are sent once for each request, and are recorded in Medusa when the gateway has made them", async () => {
    const order = await open().placed();
    expect((await order.payment()).attempts).toMatchObject([
      { gateway_refunds: [], refundable: { amount: "24.99", currency_code: "usd" } },
    ]);
    const twice = [1, 2].map(() => refund(order, "10.00", { request_id: "same-1" }));
    for (const { status, body } of await Promise.all(twice)) {
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.refund).toMatchObject({ amount: "10.00", currency_code: "usd", request_id: "same-1" });
    }
    expect(await order.accepted()).toEqual(["10.00"]);
    expect((await order.payment()).attempts).toMatchObject([
      {
        gateway_refunds: [
          { state: "accepted", reason: "Came broken.", of_order: true, is_refunded_in_medusa: false },
        ],
        refundable: { amount: "14.99" },
      },
    ]);
    expect((await order.records()).refunds).toEqual([]);
    await order.end();
    expect(await order.records()).toEqual(expectedRefundRecords([10], made));
    const { attempts } = await open().shop.payIndex.paymentOfCart(order.cartId);
    expect(attempts[0]?.gatewayRefunds[0]?.operator).toEqual({ id: open().staff.id, name: "Grace Hopper" });
  });

  test("that the gateway refuses return a result with its text", async () => {
    const order = await open().placed();
    await order.setFaults({ kind: "refuse_refund" });
    expect(await refund(order, "10.00")).toMatchObject({
      status: 200,
      body: { refund: { state: "failed", text: expect.stringContaining("refused by a fault") } },
    });
    expect((await order.payment()).attempts[0].refundable).toMatchObject({ amount: "24.99" });
  });

  test("of a second payment of the cart are not recorded in Medusa", async () => {
    const { shop } = open();
    const buyer = shop.buyer();
    const cartId = await buyer.isReadyToPay(shop.shop);
    await buyer.start();
    const first = shop.attempt(cartId);
    await buyer.start({ provider_id: "pp_pay-index_link" });
    const second = shop.attempt(cartId);
    expect(second).not.toBe(first);
    await shop.control.resolve(first, { outcome: "paid" });
    await shop.control.nextDelivery(first);
    await shop.processed(first);
    await shop.paid(cartId);
    const { body } = await open().staff.ask(`/pay-index/carts/${cartId}`);
    expect(body.payment.review_items).toMatchObject([{ kind: "paid-twice", attempt_id: second }]);
    expect(await ask(second, { amount: "24.99" })).toMatchObject({
      status: 200,
      body: { refund: { state: "accepted", of_order: false } },
    });
    const records = await readRefundRecords(shop, body.payment.order_id);
    expect(records).toMatchObject({ transactions: [24.99], credits: [], refunds: [] });
  });

  test("that failed after Medusa recorded them are listed until a further refund corrects Medusa's records", async () => {
    const order = await open().placed();
    await order.setFaults({ kind: "fail_refund" });
    await order.refund(24.99);
    await order.end();
    const failed = await order.payment();
    expect(failed.attempts[0].gateway_refunds).toMatchObject([
      { state: "failed", is_refunded_in_medusa: true },
    ]);
    expect(failed.review_items).toMatchObject([
      {
        kind: "refund-failed",
        failed_refund: { amount: "24.99", currency_code: "usd", is_refunded_in_medusa: true },
      },
    ]);
    await order.setFaults();
    expect((await refund(order, "24.99")).status).toBe(200);
    expect((await order.payment()).review_items).toMatchObject([
      { failed_refund: { is_refunded_in_medusa: true } },
    ]);
    await order.end();
    expect(await order.records()).toEqual(expectedRefundRecords([24.99], made));
    expect((await order.payment()).review_items).toMatchObject([
      { failed_refund: { is_refunded_in_medusa: false } },
    ]);
  });

  test("whose outcome stays unknown are recorded by staff, with their own amount", async () => {
    const order = await open().placed();
    await order.setFaults({ kind: "lost_call", when: "before", operation: "refund" });
    await order.refund(10);
    for (const _try of Array(6).keys()) await order.sweep();
    const [item] = (await order.payment()).review_items;
    expect(item).toMatchObject({
      kind: "refund-not-confirmed",
      refund: { amount: "10.00", left: "10.00", currency_code: "usd", required: true },
    });
    expect(await order.records()).toEqual(expectedRefundRecords([10], unsynced));
    const { status, body } = await open().staff.ask(`/pay-index/review-items/${item.id}/resolution`, {
      ...{ action: "record-refund", note: "Found it.", refund: { amount: "10.00", reference: "B-7" } },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await order.states()).toEqual(["succeeded"]);
    expect(await order.records()).toEqual(expectedRefundRecords([10], made));
  });

  describe("of a renewal", () => {
    test("are added to the renewal, also from Medusa's dialog", async () => {
      const { shop, staff } = open();
      const { begun, goods, passes, renewalsOf } = subscriptionBuyers(() => shop);
      const { cartId, orderId, attemptId, total } = await begun(await goods({ plan: monthlyPlan }));
      await passes(attemptId, 31);
      const [renewal] = await renewalsOf(orderId);
      const { data } = await (shop.container.resolve("query") as Any).graph({
        ...{ entity: "order", fields: ["payment_collections.payments.id"], filters: { id: renewal.id } },
      });
      const [payment] = data[0].payment_collections[0].payments;
      expect((await staff.ask(`/payments/${payment.id}/refund`, { amount: 5 })).status).toBe(200);
      expect((await refund({ attemptId }, "1.50", { cycle: 2 })).status).toBe(200);
      const { body } = await staff.ask(`/pay-index/carts/${cartId}`);
      const [, cycle] = body.payment.attempts[0].subscription.cycles;
      expect(cycle).toMatchObject({
        gateway_refunds: [{ amount: "5.00" }, { amount: "1.50" }],
        refundable: { amount: (total - 6.5).toFixed(2) },
      });
      await shop.control.advance({ seconds: 6 });
      await open().sweep(cartId);
      expect(await readRefundRecords(shop, renewal.id)).toMatchObject({
        outstanding: 0,
        transactions: [total, -1.5, -5],
        credits: [5, 1.5],
      });
      expect((await readRefundRecords(shop, orderId)).credits).toEqual([]);
    });
  });

  test("need an amount within the rest, a reason, and an ID that Medusa does not use", async () => {
    const order = await open().placed();
    const invalid = { status: 400, body: { type: "invalid_data", code: "pay_index_refund_invalid" } };
    for (const body of [
      {},
      { amount: "25.00" },
      { amount: "0" },
      { amount: "-1" },
      { amount: "1,50" },
      { amount: "1.234" },
      { amount: "5.00", reason: "" },
      { amount: "5.00", request_id: "" },
      { amount: "5.00", request_id: "ref_01ABC" },
      { amount: "5.00", cycle: 1 },
      { amount: "5.00", cycle: 2 },
      { amount: "5.00", tenant: "berlin" },
    ])
      expect(await ask(order.attemptId, body), JSON.stringify(body)).toMatchObject(invalid);
    expect((await ask(order.attemptId, { amount: "25.00" })).body.message).toContain(
      "must be at most 24.99 USD",
    );
    const unknown = { status: 404, body: { code: "pay_index_unknown" } };
    for (const id of ["00000000000000000000", "%00"])
      expect(await ask(id, { amount: "5.00" })).toMatchObject(unknown);
    expect(await order.accepted()).toEqual([]);
  });

  test("staff read that the shop can refund through the gateway", async () => {
    const { body } = await open().staff.ask("/pay-index/capabilities");
    expect(body.capabilities).toContainEqual({ name: "refund", supported: true, instead: null });
  });
}
