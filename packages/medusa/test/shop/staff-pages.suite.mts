import { expect, onTestFinished, test, vi } from "vitest";
import type { Any } from "./any.mts";
import { readOrderRecords } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

/** What staff read in the admin. */
export function staffPagesSuite(open: () => TestShop): void {
  const ask = (path: string, body?: object) => open().ask(`/pay-index${path}`, body);
  const paymentOf = async (cartId: string) => (await ask(`/carts/${cartId}`)).body.payment;

  test("the order, its review item, the customer and the list of attempts display the payment, and nothing of the buyer is stored (B-04)", async () => {
    const { buyer, cartId, attemptId: attempt_id } = await open().begun();
    const money = { amount: "24.99", currency_code: "usd" };
    const summary = {
      ...{ ...money, buyer: { name: "Ada Lovelace", email: "ada@example.com", phone: "5550100" } },
      goods: [{ title: "Tea", variant: "S", quantity: 1 }],
    };
    const attempt = { ...money, attempt_id, variant: "hosted", charged_amount: "24.99", state: "pending" };
    expect((await ask("/attempts?group=open&limit=1")).body.attempts).toMatchObject([
      {
        ...{ ...attempt, cart_id: cartId, order_id: null, transaction_ids: [] },
        ...{ has_open_review_items: false, summary },
      },
    ]);
    await open().paid(cartId);
    const { item } = await open().askedForRefund({ buyer, cartId, attemptId: attempt_id });
    const [{ id: order_id, display_id }] = await readOrderRecords(open(), cartId);
    const ordered = { ...summary, order_id, display_id };
    expect(item).toMatchObject({
      ...money,
      kind: "refund-requested",
      attempt_id,
      order_id,
      summary: ordered,
    });
    const { body } = await ask(`/orders/${order_id}`);
    expect(body.payment).toMatchObject({
      ...{ cart_id: cartId, state: "paid", placed_at: expect.any(String), summary: ordered },
      ...{ attempt_count: 1, attempts: [{ ...attempt, state: "paid" }], review_items: [{ id: item.id }] },
    });
    const sources = body.payment.attempts[0].timeline.map(({ source }: Any) => source);
    expect(sources.slice(0, 3)).toEqual(["shop", "response", "notification"]);
    const fields = ["pay_index_attempts.attempt_id", "customer.pay_index_attempts.attempt_id"];
    const order = await open().first("order", fields, { id: order_id });
    expect(order.pay_index_attempts).toMatchObject([{ attempt_id }]);
    expect(order.customer.pay_index_attempts).toContainEqual(expect.objectContaining({ attempt_id }));
    expect((await ask("/orders/order_none")).body).toEqual({ payment: null });
    const stored = ["attempt", "review_item"].map((table) =>
      runSql(open(), `SELECT record FROM pay_index_${table} WHERE reference = $1`, [cartId]),
    );
    expect(JSON.stringify(await Promise.all(stored))).not.toMatch(/Lovelace|ada@|5550100/);
  });

  test("staff find a review item and an attempt by cart, gateway order ID, transaction, order and e-mail address (B-04)", async () => {
    const { buyer, cartId } = await open().ready();
    const email = `grace_${cartId.slice(-6).toLowerCase()}@example.com`;
    await buyer.ask(`/store/carts/${cartId}`, { email });
    await buyer.start();
    await open().paid(cartId);
    const attemptId = open().attempt(cartId);
    await open().askedForRefund({ buyer, cartId, attemptId });
    const [{ id, display_id }] = await readOrderRecords(open(), cartId);
    const found = async (list: string, q: string) => {
      const { body } = await ask(`/${list}?q=${encodeURIComponent(q)}`);
      return (body.items ?? body.attempts).map(({ cart_id }: Any) => cart_id);
    };
    const { body } = await ask(`/attempts?q=${attemptId}`);
    const [transaction] = body.attempts[0].transaction_ids;
    for (const q of [cartId, attemptId, `#${display_id}`, email.toUpperCase()])
      expect([await found("review-items", q), await found("attempts", q)], q).toEqual([[cartId], [cartId]]);
    for (const q of [cartId.slice(5, 25).toLowerCase(), String(display_id), email.slice(0, -4)])
      expect(await found("review-items", q), q).toEqual([cartId]);
    for (const q of [transaction, id]) expect(await found("attempts", q), q).toEqual([cartId]);
    for (const q of ["#99999999", "nobody@example.com", "no such text", "_@example.com%", "order_none", "%"])
      expect([await found("review-items", q), await found("attempts", q)], q).toEqual([[], []]);
  });

  test("a page of the queue reads no payment, and reads all its carts in one query", async () => {
    for (const _item of [1, 2]) await open().askedForRefund(await open().begun());
    const { gateway } = open().payIndex as Any;
    const query = open().resolve("query");
    const spies = [vi.spyOn(gateway, "status"), vi.spyOn(query, "graph")] as const;
    onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
    expect((await ask("/review-items?kind=refund-requested")).body.items.length).toBeGreaterThan(1);
    const carts = spies[1].mock.calls.filter(([wanted]: Any[]) => wanted.entity === "cart");
    expect([spies[0].mock.calls, carts.length]).toEqual([[], 1]);
  });

  test("a review item of a deleted cart has neither buyer nor goods", async () => {
    const { cartId, item } = await open().askedForRefund(await open().begun());
    await runSql(open(), "UPDATE cart SET deleted_at = now() WHERE id = $1", [cartId]);
    const { id } = item;
    expect(await open().itemOf(cartId)).toMatchObject({ id, summary: null, order_id: null, amount: "24.99" });
    expect(await paymentOf(cartId)).toMatchObject({ summary: null, review_items: [{ id }] });
  });

  test("staff read the notify address, the last notification, refusals, the warnings at start and the waiting jobs (B-21, B-29, B-51)", async () => {
    const { cartId, attemptId } = await open().begun();
    await open().setFaults(attemptId, { kind: "corrupt_sign" });
    await open().paid(cartId);
    await open().payIndex.gateway.sweep();
    const read = async () => (await ask("/health")).body.health;
    const refused = { code: "mismatch", at: expect.any(String) };
    await expect.poll(async () => (await read()).refusals).toContainEqual(refused);
    const health = await read();
    expect(health.notify_url).toContain(`${open().origin}/hooks/pay-index/`);
    expect(Date.now() - Date.parse(health.last_notification_at)).toBeLessThan(300_000);
    expect(Date.now() - Date.parse(health.last_sweep_at)).toBeLessThan(120_000);
    expect(health.review_items).toMatchObject({ has_more: false, oldest_at: expect.any(String) });
    expect(health.problems).toContain("start-warnings");
    expect(health.start_warnings).toEqual([
      { code: "event_bus_local", message: expect.stringContaining("event-bus-redis") },
      { code: "locks_in_memory", message: expect.stringContaining("locking-postgres") },
    ]);
    expect(JSON.stringify(health)).not.toMatch(/sandbox-hosted-key|ada@example/);
  });
}
