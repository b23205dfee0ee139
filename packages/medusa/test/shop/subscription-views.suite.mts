import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import type { Buyer } from "./buyer.mts";
import { readOrderRecords } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import {
  monthlyPlan,
  nextIpAddress,
  provider_id,
  shortTimeout,
  subscriptionBuyers,
} from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: rows of Medusa's query; the tests say what they expect of them
type Any = any;

/** What the shop, its staff and its buyers hear and see of subscriptions, on a real Medusa. */
export function subscriptionViewsSuite(open: () => TestShop): void {
  const { resolve, run, first, goods, cartOf, begun, passes, fallsDue, renewalsOf, items, shown } =
    subscriptionBuyers(open);

  test("Medusa emits an event for a closed subscription, and for an overdue cycle", async () => {
    const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
    const heard: Any[] = [];
    const listen = async ({ name, data }: Any) => void heard.push([name, data]);
    for (const name of ["pay-index.cycle.overdue", "pay-index.subscription.closed"])
      resolve("event_bus").subscribe(name, listen);
    await fallsDue(attemptId, 2);
    expect(await items(cartId)).toEqual(["cycle-overdue cycle_overdue"]);
    await open().control.closeOrder(attemptId);
    await open().control.nextDelivery(attemptId);
    const whose = {
      key: expect.stringContaining(attemptId),
      attempt_id: attemptId,
      cart_id: cartId,
      first_order_id: orderId,
      plan_id: monthlyPlan.id,
    };
    await expect
      .poll(() => heard.filter(([, about]) => about.cart_id === cartId), shortTimeout)
      .toEqual([
        ["pay-index.cycle.overdue", { ...whose, cycle: 2, due_at: expect.any(String) }],
        ["pay-index.subscription.closed", { ...whose, closed_at: expect.any(String) }],
      ]);
  });

  test("Medusa emits an event for a declined cycle, with the data for a message to the buyer (B-54, CYC-FAILED)", async () => {
    const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
    const heard: Any[] = [];
    const listen = async ({ data }: Any) => void heard.push(data);
    resolve("event_bus").subscribe("pay-index.cycle.failed", listen);
    await open().control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "decline_cycle" }]);
    await passes(attemptId, 32);
    await open().control.notify(attemptId, { copies: 3 });
    await expect
      .poll(() => heard.filter((about) => about.cart_id === cartId), shortTimeout)
      .toEqual([
        {
          key: expect.stringContaining(attemptId),
          attempt_id: attemptId,
          cart_id: cartId,
          first_order_id: orderId,
          plan_id: monthlyPlan.id,
          cycle: 2,
          due_at: expect.any(String),
          transaction_id: expect.stringMatching(/./),
          declined_at: expect.any(String),
        },
      ]);
    expect(await items(cartId)).toEqual([]);
  });

  test("staff see the cycles on the page of each of its orders, and which cycle is overdue", async () => {
    const { StaffPayments } = require("../../.medusa/server/src/admin-api/staff-payments.js");
    const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
    await passes(attemptId, 31);
    const [renewal] = await renewalsOf(orderId);
    await fallsDue(attemptId, 2);
    await fallsDue(attemptId, 3);
    const due_at = expect.any(String);
    const transaction_id = expect.any(String);
    const text = expect.stringMatching(/^The gateway confirmed .* cycle 2\)\./);
    const told = { source: "notification", at: expect.any(String), text, phrases: expect.any(Array) };
    // What was said of the first stands in the attempt's own timeline.
    const none = { refunds: [], gateway_refunds: [], refundable: null };
    const first = { transaction_id, ...none, timeline: [] };
    const second = { transaction_id, ...none, timeline: [told] };
    const unheard = { transaction_id: null, ...none, timeline: [] };
    const { StaffReviewQueue } = require("../../.medusa/server/src/admin-api/staff-review-queue.js");
    const filter = { kind: "cycle-overdue", q: cartId, limit: 50, offset: 0 };
    const queued = await new StaffReviewQueue(open().container).page(filter);
    expect(queued.items.find(({ cart_id }: Any) => cart_id === cartId)).toMatchObject({ cycle: 3 });
    for (const id of [orderId, renewal.id]) {
      const payment = await new StaffPayments(open().container).ofOrder(id);
      expect(payment).toMatchObject({ cart_id: cartId, order_id: orderId });
      expect(payment.review_items).toMatchObject([{ kind: "cycle-overdue", cycle: 3 }]);
      expect(payment.attempts[0].subscription).toEqual({
        ...{ state: "active", plan_type: "monthly", total_count: 12 },
        cycles: [
          { number: 1, state: "paid", due_at, order_id: orderId, is_overdue: false, ...first },
          { number: 2, state: "paid", due_at, order_id: renewal.id, is_overdue: false, ...second },
          { number: 3, state: "created", due_at, order_id: null, is_overdue: true, ...unheard },
          { number: 4, state: "expected", due_at, order_id: null, is_overdue: false, ...unheard },
        ],
      });
    }
    const { subscription } = await open().buyer().ask(`/store/pay-index/subscriptions/${cartId}`);
    expect(subscription.cycles.map(({ is_overdue }: Any) => is_overdue)).toEqual([false, false, true]);
  });

  test("buyers see only their own subscriptions", async () => {
    const sold = await goods({ plan: monthlyPlan });
    const email = `${crypto.randomUUID()}@example.com`;
    const [mine, stranger] = [await cartOf([sold]), open().buyer()];
    await mine.register(email);
    await stranger.register(`other-${email}`);
    await mine.ask(`/store/carts/${mine.cartId}/customer`, {});
    const { body } = await mine.start({ provider_id });
    await mine.postCard(body.payment, { from: nextIpAddress() });
    await expect.poll(async () => (await mine.status()).body.payment.placed, shortTimeout).toBe(true);
    const [order] = await readOrderRecords(open(), mine.cartId);
    await passes(open().attempt(mine.cartId), 31);
    const [renewal] = await renewalsOf(order.id);
    const path = "/store/pay-index/subscriptions";
    const { subscription } = await mine.ask(`${path}/${mine.cartId}`);
    expect(subscription).toMatchObject({
      ...{ cart_id: mine.cartId, state: "active", plan_id: monthlyPlan.id, total_count: 12, closed_at: null },
      next_cycle: { number: 3, due_at: expect.any(String) },
      cycles: [
        { number: 1, state: "paid", order_id: order.id, due_at: expect.any(String) },
        { number: 2, state: "paid", order_id: renewal.id, due_at: expect.any(String) },
      ],
    });
    const alone = { subscriptions: [subscription], count: 1, limit: 20, offset: 0 };
    expect(await mine.ask(path)).toEqual(alone);
    expect(await stranger.ask(path)).toMatchObject({ subscriptions: [], count: 0 });
    await buysOftenSince(mine.cartId);
    expect(await mine.ask(path)).toEqual(alone);
    for (const other of [stranger, open().buyer()])
      expect(await other.raw(`${path}/${mine.cartId}`, undefined, "GET")).toMatchObject({ status: 404 });
    expect(await open().buyer().raw(path, undefined, "GET")).toMatchObject({
      status: 401,
      body: { code: "pay_index_signed_out" },
    });
    const waiting = await cartOf([sold]);
    expect(await waiting.ask(`${path}/${waiting.cartId}`)).toEqual({ subscription: null });
  });

  describe("an order that is transferred includes its subscription", () => {
    const path = "/store/pay-index/subscriptions";
    const listed = async (buyer: Buyer, asked = "") =>
      (await buyer.ask(path + asked)).subscriptions.map(({ cart_id }: Any) => cart_id);
    const mayAsk = async (buyer: Buyer, cartId: string) =>
      (await buyer.raw(`${path}/${cartId}`, undefined, "GET")).status === 200;

    async function account() {
      const buyer = open().buyer();
      const email = `${crypto.randomUUID()}@example.com`;
      await buyer.register(email);
      const { id } = await first("customer", ["id"], { email, has_account: true });
      const before = async ({ cartId }: Buyer) =>
        void (await buyer.ask(`/store/carts/${cartId}/customer`, {}));
      return { buyer, id: id as string, wish: { buyer, before } };
    }

    /** By Medusa's own transfer, whose token comes by mail. */
    async function handOver(order_id: string, customer_id: string) {
      await run("requestOrderTransferWorkflow", { order_id, customer_id, logged_in_user: customer_id });
      const asked = `SELECT details->>'token' AS token FROM order_change_action
        WHERE order_id = $1 AND reference_id = $2`;
      const [{ token }] = (await runSql(open(), asked, [order_id, customer_id])) as Any[];
      await run("acceptOrderTransferWorkflow", { order_id, token });
    }

    test("from a guest to an account, whose list has it, newest first and in pages", async () => {
      const sold = await goods({ plan: monthlyPlan });
      const guest = await begun(sold);
      const { buyer, id, wish } = await account();
      const own = await begun(sold, wish);
      expect(await listed(buyer)).toEqual([own.cartId]);
      expect(await mayAsk(open().buyer(), guest.cartId)).toBe(true);
      await handOver(guest.orderId, id);
      await passes(guest.attemptId, 31);
      const [renewal] = await renewalsOf(guest.orderId);
      expect((await shown(renewal.id)).customer_id).toBe(id);
      expect(await listed(buyer)).toEqual([own.cartId, guest.cartId]);
      expect(await buyer.ask(`${path}?limit=1&offset=1`)).toMatchObject({
        subscriptions: [
          { cart_id: guest.cartId, cycles: [{ number: 1 }, { number: 2, order_id: renewal.id }] },
        ],
        ...{ count: 2, limit: 1, offset: 1 },
      });
      expect(await buyer.ask(`${path}?offset=2`)).toEqual({
        subscriptions: [],
        count: 2,
        limit: 20,
        offset: 2,
      });
      for (const wrong of ["limit=0", "limit=101", "offset=-1", "limit=all"])
        expect(await buyer.raw(`${path}?${wrong}`, undefined, "GET")).toMatchObject({
          status: 400,
          body: { code: "pay_index_body_invalid", problems: [{ path: wrong.split("=")[0] }] },
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

  /** The customer of this cart has paid two hundred others since, once each. */
  async function buysOftenSince(cartId: string): Promise<void> {
    const buyer = await cartOf([await goods()]);
    await buyer.start({ provider_id: "pp_pay-index_hosted" });
    await open().paid(buyer.cartId);
    const like = open().attempt(buyer.cartId);
    const copies = "generate_series(1, 200) AS n";
    await runSql(
      open(),
      `INSERT INTO pay_index_payment (tenant, reference, version) SELECT 'default', $1::text || n, 1 FROM ${copies}`,
      [buyer.cartId],
    );
    await runSql(
      open(),
      `INSERT INTO pay_index_attempt
         (attempt_id, tenant, reference, number, merchant_tenant, state, started_at, answers_any_start, record)
       SELECT $1::text || n, tenant, reference || n, number, merchant_tenant, state, started_at, answers_any_start,
         replace(replace(record, $1::text, $1::text || n), $2::text, $2::text || n)
       FROM pay_index_attempt, ${copies} WHERE attempt_id = $1::text`,
      [like, buyer.cartId],
    );
    const { customer } = await first("cart", ["customer.id"], { id: cartId });
    const links = Array.from({ length: 200 }, (_, index) => ({
      customer: { customer_id: customer.id },
      payIndex: { pay_index_attempt_attempt_id: `${like}${index + 1}` },
    }));
    await resolve("link").create(links);
  }
}
