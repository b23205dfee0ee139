import { describe, expect, test } from "vitest";
import type { Any } from "./any.mts";
import type { Buyer } from "./buyer.mts";
import { recordEvents } from "./record-events.mts";
import { runSql } from "./run-sql.mts";
import { monthlyPlan, shortTimeout, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

/** What the shop, its staff and its buyers hear and see of subscriptions. */
export function subscriptionViewsSuite(open: () => TestShop): void {
  const { product, cartOf, begun, passes, fallsDue, renewalsOf, shown } = subscriptionBuyers(open);
  const path = "/store/pay-index/subscriptions";

  test("Medusa emits an event for a declined cycle, an overdue cycle and a closed subscription, with the data for a message to the buyer", async () => {
    const { cartId: cart_id, attemptId, orderId } = await begun(await product(monthlyPlan));
    const key = expect.stringContaining(attemptId);
    const whose = { key, attempt_id: attemptId, cart_id, first_order_id: orderId, plan_id: monthlyPlan.id };
    const names = ["cycle.failed", "cycle.overdue", "subscription.closed"];
    const events = names.map((name) => recordEvents(open(), `pay-index.${name}`, { cart_id }));
    await open().setFaults(attemptId, { kind: "decline_cycle" });
    await passes(attemptId, 32);
    await open().setFaults(attemptId);
    expect(await open().items(cart_id)).toEqual([]);
    await fallsDue(attemptId, 2);
    expect(await open().items(cart_id)).toEqual(["cycle-overdue cycle_overdue"]);
    await open().control.closeOrder(attemptId);
    await open().control.nextDelivery(attemptId);
    const at = expect.any(String);
    const transaction_id = expect.stringMatching(/./);
    await expect
      .poll(() => events, shortTimeout)
      .toEqual([
        [{ ...whose, cycle: 2, due_at: at, transaction_id, declined_at: at }],
        [{ ...whose, cycle: 2, due_at: at }],
        [{ ...whose, closed_at: at }],
      ]);
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

  test("buyers see only their own subscriptions, and staff see the cycles on the page of each order, and which cycle is overdue", async () => {
    const sold = await product(monthlyPlan);
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
    await fallsDue(attemptId, 2);
    await fallsDue(attemptId, 3);
    await staffSeeCycles(cart_id, order_id, renewal);
    const { cycles } = (await mine.buyer.ask(`${path}/${cart_id}`)).subscription;
    expect(cycles.map(({ is_overdue }: Any) => is_overdue)).toEqual([false, false, true]);
  });

  async function staffSeeCycles(cartId: string, orderId: string, renewal: Any): Promise<void> {
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
  }

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

    test("from a guest to an account, whose list has it, newest first and in pages, and from there to another account", async () => {
      const sold = await product(monthlyPlan);
      const guest = await begun(sold);
      const [{ buyer, id, wish }, next] = [await account(), await account()];
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
      const may = (who: Buyer) => mayAsk(who, guest.cartId);
      expect([await may(buyer), await may(open().buyer())]).toEqual([true, false]);
      await handOver(guest.orderId, next.id);
      expect([await listed(buyer), await listed(next.buyer)]).toEqual([[own.cartId], [guest.cartId]]);
      expect([await may(buyer), await may(next.buyer)]).toEqual([false, true]);
    });
  });
}
