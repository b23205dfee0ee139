import { staffRoutes } from "@pay-index/server/staff";
import { expect, test } from "vitest";
import type { Any } from "./any.mts";
import { listRoutes } from "./list-routes.mts";
import { readOrderRecords } from "./order-records.mts";
import { recordGatewayRequests } from "./record-gateway-requests.mts";
import { runSql } from "./run-sql.mts";
import { StaffMember } from "./staff-member.mts";
import type { TestShop } from "./test-shop.mts";

const note = "Seen at the gateway.";
const json = { "content-type": "application/json" };
const urlEncoded = { "content-type": "application/x-www-form-urlencoded" };
const text = { "content-type": "text/plain" };
const evil = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
const ownAdmin = "http://localhost:9000";

/** The addresses of the staff API, with an id that exists nowhere. */
export const staffAddresses = Object.entries(staffRoutes).map(([path, { method, permission }]) => ({
  method,
  permission,
  path: `/admin/pay-index/${path.replace(":id", "none")}`,
}));

/** The staff API in a shop without the feature flag `rbac`, which asks the gateway for nothing. */
export function staffSuite(open: () => TestShop): void {
  const ask = (path: string, body?: object) => open().ask(`/pay-index/${path}`, body);
  const lastText = async (cartId: string): Promise<string> =>
    (await open().paymentOf(cartId)).attempts.at(-1).timeline.at(-1).text;
  const dismissAs = (staff: { ask(path: string, body: object): unknown }, attemptId: string) =>
    staff.ask("/pay-index/attempts/resolve", { attemptId, action: "dismiss", note });

  test.each(staffAddresses)(
    "$method $path needs a user of the admin, and no role without rbac (H2)",
    async (route) => {
      const { method, path } = route;
      const nobody = await fetch(open().origin + path, { method, headers: json });
      expect([path, nobody.status]).toEqual([path, 401]);
      const { status } = await (await open().staff()).send(method, path, method === "GET" ? undefined : {});
      expect([200, 400, 404], path).toContain(status);
    },
  );

  test("an id with a NUL, which Postgres takes in no query, is unknown and no error of the server", async () => {
    for (const [path, body] of [
      ["orders/%00"],
      ["payments/cart%00"],
      ["attempts/resolve", { attemptId: "\0", action: "dismiss", note }],
    ] as const)
      expect(await ask(path, body), path).toMatchObject({
        status: 404,
        body: { error: { code: "not_found" } },
      });
    for (const path of ["payments", "subscriptions"])
      expect(
        await open().buyer().raw(`/store/pay-index/${path}/cart%00`, undefined, "GET"),
        path,
      ).toMatchObject({ status: 404, body: { code: "pay_index_cart_unknown" } });
  });

  test("staff find a payment by what they know of it, its pages display it, and nothing of the buyer is stored (B-04)", async () => {
    // Its id has no beginning that others have.
    const { buyer, cartId } = await open().newCart();
    const email = `grace_${cartId.slice(-6).toLowerCase()}@example.com`;
    await buyer.ask(`/store/carts/${cartId}`, { email });
    await buyer.start();
    const attemptId = open().attempt(cartId);
    const money = { amount: "24.99", currency: "USD" };
    const order = {
      ...{ total: money, buyer: { name: "Ada Lovelace", email, phone: "5550100" } },
      goods: [{ title: "Tea", detail: "S", quantity: 1 }],
    };
    const attempt = { attemptId, variant: "hosted", amount: money, chargedAmount: money };
    const cart = { ...order, id: null, name: null };
    expect((await ask("attempts?group=open&limit=1")).body.attempts).toMatchObject([
      { ...attempt, reference: cartId, state: "pending", merchant: "default", order: cart },
    ]);
    await open().paid(cartId);
    const { item } = await open().askedForRefund({ buyer, cartId, attemptId });
    const [{ id, display_id }] = await readOrderRecords(open(), cartId);
    const name = `#${display_id}`;
    const placed = { ...order, id, name };
    expect(item).toMatchObject({ kind: "refund-requested", attemptId, amount: money, order: placed });
    expect((await ask(`orders/${id}`)).body.payment).toMatchObject({
      ...{ reference: cartId, state: "paid", order: placed, renewalOf: null },
      ...{ attempts: [{ ...attempt, state: "paid" }], reviewItems: [{ id: item.id }] },
    });
    await isFound({ cartId, attemptId, email, id, name });
    const fields = ["pay_index_attempts.attempt_id", "customer.pay_index_attempts.attempt_id"];
    const inMedusa = await open().first("order", fields, { id });
    const linked = expect.objectContaining({ attempt_id: attemptId });
    expect(inMedusa.pay_index_attempts).toEqual([linked]);
    expect(inMedusa.customer.pay_index_attempts).toContainEqual(linked);
    expect((await ask("orders/order_none")).body).toEqual({ payment: null });
    const stored = ["attempt", "review_item"].map((table) =>
      runSql(open(), `SELECT record FROM pay_index_${table} WHERE reference = $1`, [cartId]),
    );
    expect(JSON.stringify(await Promise.all(stored))).not.toMatch(/Lovelace|grace_|5550100/);
    await runSql(open(), "UPDATE cart SET deleted_at = now() WHERE id = $1", [cartId]);
    expect((await open().itemOf(cartId)).order).toBeNull();
    const bare = { id, name, total: null, buyer: null, goods: [] };
    expect((await open().paymentOf(cartId)).order).toEqual(bare);
  });

  type Known = Record<"cartId" | "attemptId" | "email" | "id" | "name", string>;

  /** By cart, gateway order ID, transaction, order and e-mail address, and a part of some. */
  async function isFound({ cartId, attemptId, email, id, name }: Known): Promise<void> {
    const found = async (list: string, q: string) => {
      const { body } = await ask(`${list}?q=${encodeURIComponent(q)}`);
      return (body.items ?? body.attempts).map(({ reference }: Any) => reference);
    };
    const [transaction] = (await ask(`attempts?q=${attemptId}`)).body.attempts[0].transactionIds;
    for (const q of [cartId, attemptId, name, email.toUpperCase()])
      expect([await found("review-items", q), await found("attempts", q)], q).toEqual([[cartId], [cartId]]);
    for (const q of [cartId.slice(5, 25).toLowerCase(), email.slice(0, -4)])
      expect(await found("review-items", q), q).toEqual([cartId]);
    expect(await found("review-items", name.slice(1))).toContain(cartId);
    for (const q of [transaction, id]) expect(await found("attempts", q), q).toEqual([cartId]);
    for (const q of ["#99999999", "nobody@example.com", "no such text", "_@example.com%", "order_none", "%"])
      expect([await found("review-items", q), await found("attempts", q)], q).toEqual([[], []]);
  }

  test("a retry places an order that could not be placed before, and the timeline names the user", async () => {
    const { buyer, cartId } = await open().begun();
    await buyer.setQuantity(2);
    await open().paid(cartId);
    const { id, order } = await open().itemOf(cartId);
    expect(order.total).toEqual({ amount: "44.98", currency: "USD" });
    const retry = async () =>
      (await ask("review-items/resolve", { ids: [id], action: "retry" })).body.results;
    const problem = expect.stringContaining("44.98 USD");
    expect(await retry()).toMatchObject([{ id, outcome: "failed", problem }]);
    await buyer.setQuantity(1);
    expect(await retry()).toMatchObject([{ id, outcome: "done", problem: null }]);
    expect(await lastText(cartId)).toMatch(/^user_\w+ \(Grace Hopper\) retried the review item/);
    await open().isPlaced(cartId);
  });

  test("an action names the user by the id and the name, or by the e-mail address, which is not stored, and a secret API key by its id (H2, M3)", async () => {
    const mallory = await StaffMember.signIn(open(), {
      email: "mallory@example.com",
      firstName: `Grace Hopper (grace@example.com)${" ".repeat(200)}`,
      lastName: "\u202e",
    });
    const api_keys = [{ title: "Night shift", type: "secret", created_by: mallory.id }];
    const [key] = await open().run("createApiKeysWorkflow", { api_keys });
    const authorization = `Basic ${Buffer.from(`${key.token}:`).toString("base64")}`;
    const withKey = {
      ask: (path: string, body: object) =>
        fetch(`${open().origin}/admin${path}`, {
          ...{ method: "POST", headers: { ...json, authorization } },
          body: JSON.stringify(body),
        }),
    };
    expect(mallory.id).toMatch(/^user_/);
    const { buyer, cartId } = await open().begun();
    for (const [staff, who] of [
      [mallory, `${mallory.id} (Grace Hopper ([e-mail]))`],
      [withKey, `${key.id} (Night shift)`],
      [await open().staff("queue@example.com"), "queue@example.com"],
    ] as const) {
      await buyer.start();
      await dismissAs(staff, open().attempt(cartId));
      expect(await lastText(cartId)).toBe(`${who} dismissed the payment: ${note}`);
    }
    const record = "SELECT record FROM pay_index_attempt WHERE reference = $1";
    expect(JSON.stringify(await runSql(open(), record, [cartId]))).not.toContain("queue@");
  });

  test("a refund is refused and not recorded, and its review items warn staff not to refund twice (B-46)", async () => {
    const instead = expect.stringContaining("record the refund here");
    const { capabilities } = (await ask("session")).body;
    expect(capabilities).toContainEqual({ name: "refund", supported: false, instead });
    const { cartId, order, paymentId } = await open().placed();
    expect(await open().ask(`/payments/${paymentId}/refund`, {})).toMatchObject({
      ...{ status: 400, body: { message: expect.stringContaining("no refund") } },
    });
    expect(await readOrderRecords(open(), cartId)).toEqual([order]);
    await open().ask(`/orders/${order.id}/cancel`, {});
    const { body } = await ask(`review-items?kind=refund-requested&q=${cartId}`);
    expect(body.items).toMatchObject([
      {
        order: { id: order.id },
        evidence: `The shop was asked to give back 24.99 USD of order #${order.display_id}. No money has moved.`,
      },
      { evidence: expect.stringMatching(/24\.99 USD.*requested or recorded before.*do not refund twice/) },
    ]);
  });

  test("what needs an option that is not set is refused with a code, and the gateway is not asked", async () => {
    const { buyer, cartId, attemptId } = await open().paidOrder();
    const disabled = { status: 400, body: { error: { code: "operation_disabled" } } };
    const paths = await recordGatewayRequests(open().sandbox.url, async () => {
      expect(await ask("attempts/query", { ids: [attemptId] })).toMatchObject(disabled);
      expect(await ask("attempts/cancel", { attemptId })).toMatchObject(disabled);
    });
    expect(paths).toEqual([]);
    // Without the option buyersMayCancel, the buyer's route answers as an unknown route does.
    const answerOf = async (name: string) => {
      const { status, body } = await buyer.raw(`/store/pay-index/subscriptions/${cartId}/${name}`, {});
      return [status, String(body).replaceAll(name, "NAME")];
    };
    const [status, refusal] = await answerOf("unknown");
    expect(status).toBe(404);
    expect(await answerOf("cancellation")).toEqual([404, refusal]);
  });

  test("staff read the notify address, the last notification, refusals, the warnings at start and the waiting jobs (B-21, B-29, B-51)", async () => {
    const { cartId, attemptId } = await open().begun();
    await open().setFaults(attemptId, { kind: "corrupt_sign" });
    await open().paid(cartId);
    await open().payIndex.gateway.sweep();
    const read = async () => (await ask("health")).body;
    const refused = { code: "mismatch", at: expect.any(String) };
    await expect.poll(async () => (await read()).refusals).toContainEqual(refused);
    const health = await read();
    expect(health.notifyUrl).toContain(`${open().origin}/hooks/pay-index/`);
    expect(Date.now() - Date.parse(health.lastNotificationAt)).toBeLessThan(300_000);
    expect(Date.now() - Date.parse(health.lastSweepAt)).toBeLessThan(120_000);
    expect(health.reviewItems).toMatchObject({ hasMore: false, oldestAt: expect.any(String) });
    expect(health.problems).toContain("start-warnings");
    expect(health.startWarnings).toEqual([
      { code: "event_bus_local", message: expect.stringContaining("event-bus-redis") },
      { code: "locks_in_memory", message: expect.stringContaining("locking-postgres") },
    ]);
    expect(JSON.stringify(health)).not.toMatch(/sandbox-hosted-key|ada@example/);
  });

  test("the admin changes something with its cookie, also from another origin of the option adminCors (M1)", async () => {
    const { buyer, cartId } = await open().begun();
    const cookie = await (await open().staff()).cookie();
    for (const headers of [
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "cross-site", origin: ownAdmin },
    ]) {
      await buyer.start();
      const body = JSON.stringify({ attemptId: open().attempt(cartId), action: "dismiss", note });
      const { status } = await fetch(`${open().origin}/admin/pay-index/attempts/resolve`, {
        ...{ method: "POST", headers: { cookie, ...json, ...headers } as Record<string, string>, body },
      });
      expect([status, (await open().payIndex.paymentOfCart(cartId)).state]).toEqual([200, "closed"]);
    }
  });

  test("another site cancels no subscription through the browser of a buyer (M1)", async () => {
    const path = `${open().origin}/store/pay-index/subscriptions/none/cancellation`;
    const key = { "x-publishable-api-key": open().shop.publishableKey };
    const response = await fetch(path, { method: "POST", headers: { ...json, ...evil, ...key }, body: "{}" });
    expect([response.status, ((await response.json()) as Any).code]).toEqual([403, "pay_index_cross_site"]);
  });

  test.each([...listRoutes("admin"), ...listRoutes("store")].filter(({ method }) => method !== "GET"))(
    "$method $path accepts only JSON, and nothing from another site (M1)",
    async ({ method, path }) => {
      const cookie = await (await open().staff()).cookie();
      const key = { "x-publishable-api-key": open().shop.publishableKey };
      const statusOf = async (headers: object) =>
        (await fetch(open().origin + path, { method, headers: { cookie, ...key, ...headers }, body: "{}" }))
          .status;
      expect(await statusOf(text)).toBe(415);
      expect(await statusOf(urlEncoded)).toBe(415);
      expect(await statusOf({ ...json, ...evil })).toBe(403);
    },
  );
}
