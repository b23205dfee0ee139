import { describe, expect, test } from "vitest";
import type { Any } from "./any.mts";
import type { Buyer } from "./buyer.mts";
import { recordEvents } from "./record-events.mts";
import { runSql } from "./run-sql.mts";
import { monthlyPlan, shortTimeout, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

/** What the shop, its staff and its buyers hear and see of subscriptions. */
export function subscriptionViewsSuite(open: () => TestShop): void {
  const { goods, cartOf, begun, passes, fallsDue, renewalsOf, shown } = subscriptionBuyers(open);
  const path = "/store/pay-index/subscriptions";

  /** A subscription, what every event about it has, and the events with these names. */
  async function heard(...names: readonly string[]) {
    const begin = await begun(await goods({ plan: monthlyPlan }));
    const { cartId: cart_id, attemptId: attempt_id, orderId: first_order_id } = begin;
    const key = expect.stringContaining(attempt_id);
    const whose = { key, attempt_id, cart_id, first_order_id, plan_id: monthlyPlan.id };
    const events = names.map((name) => recordEvents(open(), `pay-index.${name}`, { cart_id }));
    return { ...begin, whose, events };
  }
  const at = expect.any(String);

  test("Medusa emits an event for a closed subscription, and for an overdue cycle", async () => {
    const { cartId, attemptId, whose, events } = await heard("cycle.overdue", "subscription.closed");
    await fallsDue(attemptId, 2);
    expect(await open().items(cartId)).toEqual(["cycle-overdue cycle_overdue"]);
    await open().control.closeOrder(attemptId);
    await open().control.nextDelivery(attemptId);
    await expect
      .poll(() => events, shortTimeout)
      .toEqual([[{ ...whose, cycle: 2, due_at: at }], [{ ...whose, closed_at: at }]]);
  });

  test("Medusa emits an event for a declined cycle, with the data for a message to the buyer (B-54, CYC-FAILED)", async () => {
    const { cartId, attemptId, whose, events } = await heard("cycle.failed");
    await open().setFaults(attemptId, { kind: "decline_cycle" });
    await passes(attemptId, 32);
    await open().control.notify(attemptId, { copies: 3 });
    const transaction_id = expect.stringMatching(/./);
    await expect
      .poll(() => events, shortTimeout)
      .toEqual([[{ ...whose, cycle: 2, due_at: at, transaction_id, declined_at: at }]]);
    expect(await open().items(cartId)).toEqual([]);
  });

  test("staff see the cycles on the page of each of its orders, and which cycle is overdue", async () => {
    const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
    await passes(attemptId);
    const [renewal] = await renewalsOf(orderId);
    await fallsDue(attemptId, 2);
    await fallsDue(attemptId, 3);
    const text = expect.stringMatching(/^The gateway confirmed .* cycle 2\)\./);
    for (const id of [orderId, renewal.id]) {
      const { payment } = (await open().ask(`/pay-index/orders/${id}`)).body;
      expect(payment).toMatchObject({ reference: cartId, order: { id: orderId }, renewalOf: null });
      expect(payment.reviewItems).toMatchObject([{ kind: "cycle-overdue", cycle: 3 }]);
      const paid = { state: "paid", isOverdue: false, transactionId: expect.any(String) };
      const unpaid = { order: null, transactionId: null, timeline: [] };
      const { id: firstId, name } = payment.order;
      expect(payment.attempts[0].subscription).toMatchObject({
        ...{ state: "active", planType: "monthly", totalCount: 12 },
        cycles: [
          // What was said of the first stands in the attempt's own timeline.
          { number: 1, ...paid, order: { id: firstId, name }, timeline: [] },
          {
            number: 2,
            ...paid,
            order: { id: renewal.id, name: `#${renewal.display_id}` },
            timeline: [{ source: "notification", text }],
          },
          { number: 3, ...unpaid, state: "created", isOverdue: true },
          { number: 4, ...unpaid, state: "expected", isOverdue: false },
        ],
      });
    }
    expect(await open().itemOf(cartId)).toMatchObject({ kind: "cycle-overdue", cycle: 3 });
    const { subscription } = await open().buyer().ask(`${path}/${cartId}`);
    expect(subscription.cycles.map(({ is_overdue }: Any) => is_overdue)).toEqual([false, false, true]);
  });

  /** A customer with an account, and what begins a subscription of theirs. */
  async function account() {
    const buyer = open().buyer();
    const email = `${crypto.randomUUID()}@example.com`;
    await buyer.register(email);
    const { id } = await open().first("customer", ["id"], { email, has_account: true });
    const before = async ({ cartId }: Buyer) => void (await buyer.ask(`/store/carts/${cartId}/customer`, {}));
    return { buyer, id: id as string, wish: { buyer, before } };
  }

  test("buyers see only their own subscriptions", async () => {
    const sold = await goods({ plan: monthlyPlan });
    const [mine, stranger] = [await account(), await account()];
    const { cartId: cart_id, orderId: order_id, attemptId } = await begun(sold, mine.wish);
    await passes(attemptId);
    const [renewal] = await renewalsOf(order_id);
    const { subscription } = await mine.buyer.ask(`${path}/${cart_id}`);
    const due_at = expect.any(String);
    expect(subscription).toMatchObject({
      ...{ cart_id, state: "active", plan_id: monthlyPlan.id, total_count: 12, closed_at: null },
      next_cycle: { number: 3, due_at },
      cycles: [
        { number: 1, state: "paid", order_id, due_at },
        { number: 2, state: "paid", order_id: renewal.id, due_at },
      ],
    });
    const alone = { subscriptions: [subscription], count: 1, limit: 20, offset: 0 };
    expect(await mine.buyer.ask(path)).toEqual(alone);
    expect(await stranger.buyer.ask(path)).toMatchObject({ subscriptions: [], count: 0 });
    for (const other of [stranger.buyer, open().buyer()])
      expect(await other.raw(`${path}/${cart_id}`, undefined, "GET")).toMatchObject({ status: 404 });
    expect(await open().buyer().raw(path, undefined, "GET")).toMatchObject({
      ...{ status: 401, body: { code: "pay_index_signed_out" } },
    });
    const waiting = await cartOf([sold]);
    expect(await waiting.ask(`${path}/${waiting.cartId}`)).toEqual({ subscription: null });
  });

  describe("an order that is transferred includes its subscription", () => {
    const listed = async (buyer: Buyer, asked = "") =>
      (await buyer.ask(path + asked)).subscriptions.map(({ cart_id }: Any) => cart_id);
    const mayAsk = async (buyer: Buyer, cartId: string) =>
      (await buyer.raw(`${path}/${cartId}`, undefined, "GET")).status === 200;

    /** By Medusa's own transfer, whose token comes by mail. */
    async function handOver(order_id: string, customer_id: string) {
      const request = { order_id, customer_id, logged_in_user: customer_id };
      await open().run("requestOrderTransferWorkflow", request);
      const asked = `SELECT details->>'token' AS token FROM order_change_action
        WHERE order_id = $1 AND reference_id = $2`;
      const [{ token }] = await runSql(open(), asked, [order_id, customer_id]);
      await open().run("acceptOrderTransferWorkflow", { order_id, token });
    }

    test("from a guest to an account, whose list has it, newest first and in pages", async () => {
      const sold = await goods({ plan: monthlyPlan });
      const guest = await begun(sold);
      const { buyer, id, wish } = await account();
      const own = await begun(sold, wish);
      expect(await listed(buyer)).toEqual([own.cartId]);
      expect(await mayAsk(open().buyer(), guest.cartId)).toBe(true);
      await handOver(guest.orderId, id);
      await passes(guest.attemptId);
      const [renewal] = await renewalsOf(guest.orderId);
      expect((await shown(renewal.id)).customer_id).toBe(id);
      expect(await listed(buyer)).toEqual([own.cartId, guest.cartId]);
      expect(await buyer.ask(`${path}?limit=1&offset=1`)).toMatchObject({
        ...{ count: 2, limit: 1, offset: 1 },
        subscriptions: [
          { cart_id: guest.cartId, cycles: [{ number: 1 }, { number: 2, order_id: renewal.id }] },
        ],
      });
      expect(await listed(buyer, "?offset=2")).toEqual([]);
      expect(await buyer.raw(`${path}?limit=101`, undefined, "GET")).toMatchObject({
        ...{ status: 400, body: { code: "pay_index_body_invalid", problems: [{ path: "limit" }] } },
      });
      expect(await mayAsk(buyer, guest.cartId)).toBe(true);
      expect(await mayAsk(open().buyer(), guest.cartId)).toBe(false);
    });

    test("from one account to another", async () => {
      const [from, to] = [await account(), await account()];
      const { orderId, cartId } = await begun(await goods({ plan: monthlyPlan }), from.wish);
      await handOver(orderId, to.id);
      expect([await listed(from.buyer), await listed(to.buyer)]).toEqual([[], [cartId]]);
      expect([await mayAsk(from.buyer, cartId), await mayAsk(to.buyer, cartId)]).toEqual([false, true]);
    });
  });
}
