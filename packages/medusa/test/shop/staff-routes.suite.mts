import { expect, test } from "vitest";
import type { Any } from "./any.mts";
import { listRoutes } from "./list-routes.mts";
import { readOrderRecords } from "./order-records.mts";
import { recordGatewayRequests } from "./record-gateway-requests.mts";
import { runSql } from "./run-sql.mts";
import { StaffMember } from "./staff-member.mts";
import type { TestShop } from "./test-shop.mts";

const note = "Seen at the gateway.";

/** What staff see and do in the admin of a shop without the feature flag `rbac`, which asks the gateway for nothing. */
export function staffRoutesSuite(open: () => TestShop): void {
  const ask = (path: string, body?: object) => open().ask(`/pay-index${path}`, body);
  const paymentOf = async (cartId: string) => (await ask(`/carts/${cartId}`)).body.payment;
  const lastText = (payment: Any): string => payment.attempts[0].timeline.at(-1).text;

  const dismissAs = (staff: Pick<StaffMember, "ask">, attemptId: string) =>
    staff.ask(`/pay-index/attempts/${attemptId}/resolution`, { action: "dismiss", note });

  test("only staff have access, and without the feature flag rbac every user of the admin (H2)", async () => {
    for (const { method, path } of listRoutes("admin")) {
      expect([path, (await fetch(open().origin + path, { method })).status]).toEqual([path, 401]);
      const { status } = await (await open().staff()).send(method, path, method === "GET" ? undefined : {});
      expect([200, 400, 404], path).toContain(status);
    }
  });

  test("an id with a NUL, which Postgres takes in no query, is unknown and no error of the server", async () => {
    const item = Buffer.from("00000000000000000000\0/no-result").toString("base64url");
    for (const [path, body] of [
      ["/orders/%00"],
      ["/carts/cart%00"],
      ["/attempts/%00/resolution", { action: "dismiss", note }],
      [`/review-items/${item}/resolution`, { action: "dismiss", note }],
    ] as const)
      expect(await ask(path, body), path).toMatchObject({ status: 404 });
    for (const path of ["payments", "subscriptions"])
      expect(
        await open().buyer().raw(`/store/pay-index/${path}/cart%00`, undefined, "GET"),
        path,
      ).toMatchObject({ status: 404, body: { code: "pay_index_cart_unknown" } });
  });

  test.each<[string, string, object?]>([
    ["kind: ", "/review-items?kind=nonsense"],
    ["offset: ", "/review-items?offset=-1"],
    ["order", "/review-items?order=desc"],
    ["group: ", "/attempts?group=none"],
    ["q: ", `/attempts?q=${"x".repeat(201)}`],
    ["The query", "/attempts?q=%00"],
    ["after", "/attempts?after=00000000000000000000"],
    ["unknown: action.", "/attempts/1/resolution", { action: "given away", note }],
    [
      "unknown: refund.reference, cycles.",
      "/attempts/1/resolution",
      { action: "record-refund", note, refund: { amount: "1.00" }, cycles: 1 },
    ],
    [
      "unknown: action.",
      "/review-items/resolutions",
      { review_item_ids: ["1"], action: "record-refund", note },
    ],
    [
      "unknown: review_item_ids, operator.",
      "/review-items/resolutions",
      { review_item_ids: Array(101).fill("1"), action: "dismiss", note, operator: { id: "other" } },
    ],
  ])("a wrong request is refused with a code and the field %s", async (field, path, wrong) => {
    expect(await ask(path, wrong)).toMatchObject({
      status: 400,
      body: {
        ...{ type: "invalid_data", message: expect.stringContaining(field) },
        code: wrong === undefined ? "pay_index_query_invalid" : "pay_index_resolution_invalid",
      },
    });
  });

  test("an action on an item needs a note and stores the user, and the accepted order is placed", async () => {
    const { cartId, attemptId: attempt_id } = await open().begun();
    await open().setFaults(attempt_id, { kind: "wrong_amount", trueAmount: "20.00" });
    await open().paid(cartId);
    const item = await open().itemOf(cartId);
    expect(item).toMatchObject({ kind: "amount-mismatch", attempt_id, order_id: null });
    const path = `/review-items/${item.id}/resolution`;
    expect(await ask(path, { action: "accept" })).toMatchObject({
      ...{ status: 400, body: { code: "pay_index_resolution_invalid" } },
    });
    const { status, body } = await ask(path, { action: "accept", note });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.payment).toMatchObject({ state: "paid", review_items: [] });
    const [, transaction] = /Transaction (\d+) reports/.exec(item.evidence) ?? [];
    const { id } = await open().staff();
    expect(lastText(body.payment)).toBe(`${id} (Grace Hopper) accepted transaction ${transaction}: ${note}`);
    await open().isPlaced(cartId);
    expect(await ask(path, { action: "dismiss", note })).toMatchObject({
      ...{ status: 404, body: { code: "pay_index_review_item_outdated" } },
    });
  });

  test("a retry places an order that could not be placed before, and the timeline names the user", async () => {
    const { buyer, cartId } = await open().begun();
    await buyer.setQuantity(2);
    await open().paid(cartId);
    const item = await open().itemOf(cartId);
    expect(item).toMatchObject({ kind: "order-not-placed", amount: "24.99", summary: { amount: "44.98" } });
    expect((await paymentOf(cartId)).review_items).toMatchObject([
      { recommended_action: "record-refund", can_retry: true },
    ]);
    const retry = async () => (await ask(`/review-items/${item.id}/resolution`, { action: "retry" })).body;
    const problem = expect.stringContaining("44.98 USD");
    expect(await retry()).toMatchObject({ retry: { outcome: "failed", problem, due_at: null } });
    await buyer.setQuantity(1);
    const body = await retry();
    expect(body).toMatchObject({ retry: { outcome: "done", problem: null }, payment: { review_items: [] } });
    expect(lastText(body.payment)).toMatch(/^user_\w+ \(Grace Hopper\) retried the review item/);
    await open().isPlaced(cartId);
  });

  test("several items are dismissed with one note, and one that is resolved is named and stops no other", async () => {
    const [one, other] = [
      await open().askedForRefund(await open().begun()),
      await open().askedForRefund(await open().begun()),
    ];
    const staff = await open().staff("queue@example.com");
    await dismissAs(staff, one.attemptId);
    const review_item_ids = [one.item.id, other.item.id];
    const about = { review_item_ids, action: "dismiss", note };
    const { body } = await staff.ask("/pay-index/review-items/resolutions", about);
    const problem = expect.stringContaining("is no longer open");
    expect(body.results).toEqual([
      { id: one.item.id, outcome: "failed", problem, due_at: null },
      { id: other.item.id, outcome: "done", problem: null, due_at: null },
    ]);
    // Staff without a name are named by their e-mail address, which is not stored.
    const text = `queue@example.com dismissed the payment: ${note}`;
    expect(lastText(await paymentOf(other.cartId))).toBe(text);
    const record = "SELECT record FROM pay_index_attempt WHERE reference = $1";
    expect(JSON.stringify(await runSql(open(), record, [other.cartId]))).not.toContain("queue@");
  });

  test("a user who copies another user's name and hides the rest, and a secret API key, are identified by their ids (M3)", async () => {
    const mallory = await StaffMember.signIn(open(), {
      email: "mallory@example.com",
      firstName: `Grace Hopper (grace@example.com)${" ".repeat(200)}`,
      lastName: "\u202e",
    });
    const { body } = await dismissAs(mallory, (await open().begun()).attemptId);
    expect(mallory.id).toMatch(/^user_/);
    expect(lastText(body.payment)).toBe(
      `${mallory.id} (Grace Hopper ([e-mail])) dismissed the payment: ${note}`,
    );
    const api_keys = [{ title: "Night shift", type: "secret", created_by: mallory.id }];
    const [key] = await open().run("createApiKeysWorkflow", { api_keys });
    const { attemptId } = await open().begun();
    const authorization = `Basic ${Buffer.from(`${key.token}:`).toString("base64")}`;
    const response = await fetch(`${open().origin}/admin/pay-index/attempts/${attemptId}/resolution`, {
      ...{ method: "POST", headers: { "content-type": "application/json", authorization } },
      body: JSON.stringify({ action: "dismiss", note }),
    });
    const { payment } = (await response.json()) as Any;
    expect(lastText(payment)).toBe(`${key.id} (Night shift) dismissed the payment: ${note}`);
  });

  test("an item of a tenant that is no longer in the options can still be resolved", async () => {
    const { cartId, item } = await open().askedForRefund(await open().placed());
    const gone = `replace(record, '"merchantTenant":"default"', '"merchantTenant":"gone"')`;
    await runSql(open(), `UPDATE pay_index_attempt SET record = ${gone} WHERE reference = $1`, [cartId]);
    const refund = { amount: "24.99", reference: "refund-gone" };
    const resolution = { action: "record-refund", note, refund };
    expect(await ask(`/review-items/${item.id}/resolution`, resolution)).toMatchObject({
      ...{ status: 200, body: { payment: { state: "paid", review_items: [] } } },
    });
  });

  test("a refund is refused and not recorded, and its review items warn staff not to refund twice (B-46)", async () => {
    const { body: capable } = await ask("/capabilities");
    const instead = expect.stringContaining("record the refund here");
    expect(capable.capabilities).toContainEqual({ name: "refund", supported: false, instead });
    const { cartId, order, paymentId } = await open().placed();
    expect(await open().ask(`/payments/${paymentId}/refund`, {})).toMatchObject({
      ...{ status: 400, body: { message: expect.stringContaining("no refund") } },
    });
    expect(await readOrderRecords(open(), cartId)).toEqual([order]);
    await open().ask(`/orders/${order.id}/cancel`, {});
    const { body } = await ask(`/review-items?kind=refund-requested&q=${cartId}`);
    expect(body.items).toMatchObject([
      {
        order_id: order.id,
        evidence: `The shop was asked to give back 24.99 USD of order #${order.display_id}. No money has moved.`,
      },
      { evidence: expect.stringMatching(/24\.99 USD.*requested or recorded before.*do not refund twice/) },
    ]);
  });

  test("what needs an option that is not set is refused with a code, and the gateway is not asked", async () => {
    const { buyer, cartId, attemptId } = await open().begun();
    const disabled = {
      ...{ status: 400, body: { type: "not_allowed", code: "pay_index_operation_disabled" } },
    };
    const paths = await recordGatewayRequests(open().sandbox.url, async () => {
      expect(await ask("/attempts/query", { ids: [attemptId] })).toMatchObject(disabled);
      expect(await ask(`/attempts/${attemptId}/cancellation`, {})).toMatchObject(disabled);
    });
    expect(paths).toEqual([]);
    // Without the option buyersMayCancel, the buyer's route answers as an unknown route does.
    const answerOf = async (name: string) => {
      const { status, body } = await buyer.raw(`/store/pay-index/subscriptions/${cartId}/${name}`, {});
      return [status, String(body).replaceAll(name, "NAME")];
    };
    const [status, text] = await answerOf("unknown");
    expect(status).toBe(404);
    expect(await answerOf("cancellation")).toEqual([404, text]);
  });
}
