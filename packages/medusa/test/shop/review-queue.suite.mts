import { expect, onTestFinished, test } from "vitest";
import { expectedCapturedOrder, readOrderRecords } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import { StaffMember } from "./staff-member.mts";
import type { TestShop } from "./test-shop.mts";

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
type Any = any;

const evidence = "Asked by letter.";
const note = "Looked at together.";

/** The queue of review items: what it shows, how it is searched, and how several items are resolved at once. */
export function reviewQueueSuite(open: () => TestShop): void {
  let signedIn: Promise<StaffMember> | undefined;
  const staff = () => (signedIn ??= StaffMember.signIn(open(), { email: "queue@example.com" }));
  const ask = async (path: string, body?: object) => (await staff()).ask(path, body);
  const items = async (query: string) => (await ask(`/pay-index/review-items?${query}`)).body;

  async function started() {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    return { buyer, cartId, attemptId: open().attempt(cartId) };
  }

  /** An item of the kind `refund-requested`, of an attempt that is not paid. */
  async function waiting() {
    const about = await started();
    const { attemptId, cartId } = about;
    await open().payIndex.gateway.requestRefund({ attemptId, dedupeKey: "1", evidence });
    const [item] = (await items(`q=${cartId}`)).items;
    return { ...about, item };
  }

  test("an item displays order, amount, buyer and goods from Medusa, and stores none of them", async () => {
    const { cartId, attemptId } = await started();
    await open().paid(cartId);
    await open().payIndex.gateway.requestRefund({ attemptId, dedupeKey: "1", evidence });
    const [order] = await readOrderRecords(open(), cartId);
    const { data } = await (open().container.resolve("query") as Any).graph({
      entity: "order",
      fields: ["display_id"],
      filters: { id: order.id },
    });
    const summary = {
      order_id: order.id,
      display_id: data[0].display_id,
      amount: "24.99",
      currency_code: "usd",
      buyer: { name: "Ada Lovelace", email: "ada@example.com", phone: "5550100" },
      goods: [{ title: "Tea", variant: expect.any(String), quantity: 1 }],
    };
    const [item] = (await items(`q=${cartId}`)).items;
    expect(item).toMatchObject({ kind: "refund-requested", evidence, attempt_id: attemptId, summary });
    expect(item).toMatchObject({ amount: "24.99", currency_code: "usd" });
    expect(item.order_id).toBe(order.id);
    const { body } = await ask(`/pay-index/orders/${order.id}`);
    expect(body.payment).toMatchObject({ summary, attempt_count: 1, attempts: [{ tenant: "default" }] });
    const stored = await runSql(open(), "SELECT record FROM pay_index_review_item WHERE reference = $1", [
      cartId,
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/Lovelace|ada@|5550100/);
  });

  test("an item has the amount that was paid, also if the cart's total has changed", async () => {
    const { buyer, cartId } = await started();
    const { cart } = await buyer.ask(`/store/carts/${cartId}`);
    await buyer.ask(`/store/carts/${cartId}/line-items/${cart.items[0].id}`, { quantity: 2 });
    await open().paid(cartId);
    expect((await items(`q=${cartId}`)).items).toMatchObject([
      { kind: "order-not-placed", amount: "24.99", currency_code: "usd", summary: { amount: "44.98" } },
    ]);
    const { body } = await buyer.raw(`/store/pay-index/payments/${cartId}`, undefined, "GET");
    expect(body.payment).toEqual({ state: "paid", placed: false, being_checked: true });
  });

  test("the timeline names staff without a name by their e-mail address, which is not stored", async () => {
    const { item, cartId } = await waiting();
    await ask(`/pay-index/review-items/${item.id}/resolution`, { action: "dismiss", note });
    const { body } = await ask(`/pay-index/carts/${cartId}`);
    expect(body.payment.attempts[0].timeline.at(-1)).toMatchObject({
      text: `queue@example.com dismissed the payment: ${note}`,
      phrases: [{ values: { operator: "queue@example.com", note } }],
    });
    const stored = await runSql(open(), "SELECT record FROM pay_index_attempt WHERE reference = $1", [
      cartId,
    ]);
    expect(JSON.stringify(stored)).not.toContain("queue@example.com");
  });

  test("a review item of a deleted cart has neither buyer nor goods", async () => {
    const { cartId, item } = await waiting();
    await runSql(open(), "UPDATE cart SET deleted_at = now() WHERE id = $1", [cartId]);
    expect((await items(`q=${cartId}`)).items).toMatchObject([
      { id: item.id, summary: null, order_id: null },
    ]);
    const { body } = await ask(`/pay-index/carts/${cartId}`);
    expect(body.payment).toMatchObject({ summary: null, review_items: [{ id: item.id }] });
    expect((await items(`q=${cartId}`)).items).toMatchObject([{ amount: "24.99", currency_code: "usd" }]);
  });

  test("a page of the queue reads no payment, and reads all its carts in one query", async () => {
    await waiting();
    await waiting();
    const { gateway } = open().payIndex as Any;
    const { status } = gateway;
    const query = open().container.resolve("query") as Any;
    const { graph } = query;
    const asked: unknown[] = [];
    onTestFinished(() => Object.assign(gateway, { status }));
    onTestFinished(() => Object.assign(query, { graph }));
    gateway.status = (key: unknown) => {
      asked.push(["payment", key]);
      return status(key);
    };
    query.graph = (wanted: Any, ...more: unknown[]) => {
      if (wanted.entity === "cart") asked.push("carts");
      return graph.call(query, wanted, ...more);
    };
    expect((await items("kind=refund-requested")).items.length).toBeGreaterThan(1);
    expect(asked).toEqual(["carts"]);
  });

  test("an item is found by cart, gateway order ID, the order's own number, and the buyer's e-mail", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    const email = `grace_${cartId.slice(-6).toLowerCase()}@example.com`;
    await buyer.ask(`/store/carts/${cartId}`, { email });
    await buyer.start();
    await open().paid(cartId);
    const attemptId = open().attempt(cartId);
    await open().payIndex.gateway.requestRefund({ attemptId, dedupeKey: "1", evidence });
    const found = async (q: string) =>
      (await items(`q=${encodeURIComponent(q)}`)).items.map((each: Any) => each.cart_id);
    const { items: all } = await items(`q=${cartId}`);
    const displayId = all[0].summary.display_id;
    for (const q of [
      cartId,
      cartId.slice(5, 25).toLowerCase(),
      attemptId,
      `#${displayId}`,
      String(displayId),
    ])
      expect(await found(q), q).toEqual([cartId]);
    expect(await found(email.toUpperCase())).toEqual([cartId]);
    expect(await found(email.slice(0, -4))).toEqual([cartId]);
    for (const q of ["#99999999", "nobody@example.com", "no such text", "_@example.com%"])
      expect(await found(q), q).toEqual([]);
  });

  test.each([
    "kind=nonsense",
    "kind[]=paid",
    "limit=0",
    "limit=101",
    "limit=ten",
    "limit=1.5",
    "offset=-1",
    "offset=1e99",
    "q[]=a",
    `q=${"x".repeat(201)}`,
    "q=%00",
    "order=desc",
  ])("a query that is not valid is refused with a code: %s", async (query) => {
    expect(await ask(`/pay-index/review-items?${query}`)).toMatchObject({
      status: 400,
      body: { type: "invalid_data", code: "pay_index_query_invalid" },
    });
  });

  test("several items are dismissed with one note, and one that is resolved is named and stops no other", async () => {
    const [one, other] = [await waiting(), await waiting()];
    await ask(`/pay-index/review-items/${one.item.id}/resolution`, { action: "dismiss", note: "Alone." });
    const ids = [one.item.id, other.item.id];
    const { status, body } = await ask("/pay-index/review-items/resolutions", {
      review_item_ids: ids,
      action: "dismiss",
      note,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.results).toEqual([
      {
        id: one.item.id,
        outcome: "failed",
        problem: expect.stringContaining("is no longer open"),
        due_at: null,
      },
      { id: other.item.id, outcome: "done", problem: null, due_at: null },
    ]);
    expect((await items(`q=${other.cartId}`)).items).toEqual([]);
    const { body: shown } = await ask(`/pay-index/carts/${other.cartId}`);
    expect(shown.payment.attempts[0].timeline.at(-1).text).toContain(
      `queue@example.com dismissed the payment: ${note}`,
    );
  });

  test("several payments that could not be placed are retried at once", async () => {
    const changed = async () => {
      const { buyer, cartId } = await started();
      const { cart } = await buyer.ask(`/store/carts/${cartId}`);
      const line = `/store/carts/${cartId}/line-items/${cart.items[0].id}`;
      await buyer.ask(line, { quantity: 2 });
      await open().paid(cartId);
      const [item] = (await items(`q=${cartId}`)).items;
      return { cartId, item, mend: () => buyer.ask(line, { quantity: 1 }) };
    };
    const [one, other] = [await changed(), await changed()];
    await one.mend();
    const ids = [one.item.id, other.item.id];
    const { body } = await ask("/pay-index/review-items/resolutions", {
      review_item_ids: ids,
      action: "retry",
    });
    expect(body.results).toMatchObject([
      { id: one.item.id, outcome: "done", problem: null },
      { id: other.item.id, outcome: "failed", problem: expect.stringContaining("44.98 USD") },
    ]);
    expect(await readOrderRecords(open(), one.cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
    expect(await readOrderRecords(open(), other.cartId)).toEqual([]);
  });

  test("refunds, an empty list, a long list and an invalid list are refused with a code", async () => {
    const { item } = await waiting();
    for (const wrong of [
      { review_item_ids: [item.id], action: "record-refund", note },
      { review_item_ids: [item.id], action: "dismiss", note: " " },
      { review_item_ids: [], action: "dismiss", note },
      { review_item_ids: Array.from({ length: 101 }, () => item.id), action: "dismiss", note },
      { review_item_ids: item.id, action: "dismiss", note },
      { review_item_ids: [Buffer.from("\0/x").toString("base64url")], action: "dismiss", note },
      { review_item_ids: [item.id], action: "dismiss", note, operator: { id: "user_other" } },
    ])
      expect(await ask("/pay-index/review-items/resolutions", wrong), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        body: { code: "pay_index_resolution_invalid" },
      });
    expect((await items(`q=${item.cart_id}`)).items).toMatchObject([{ id: item.id }]);
  });
}
