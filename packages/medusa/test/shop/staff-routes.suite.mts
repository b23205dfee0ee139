import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { listRoutes } from "./list-routes.mts";
import { expectedCapturedOrder, readOrderRecords } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import { StaffMember } from "./staff-member.mts";
import { monthlyPlan, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: what a server answers; the tests say what they expect of it
type Any = any;

/** What staff see and do in the admin. */
export function staffRoutesSuite(open: () => TestShop): void {
  let signedIn: Promise<StaffMember> | undefined;
  const grace = { email: "grace@example.com", firstName: "Grace", lastName: "Hopper" };
  const staff = () => (signedIn ??= StaffMember.signIn(open(), grace));

  async function started() {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    return { buyer, cartId, attemptId: open().attempt(cartId) };
  }

  async function itemOf(cartId: string): Promise<Any> {
    const { body } = await (await staff()).ask("/pay-index/review-items");
    return body.items.find(({ cart_id }: Any) => cart_id === cartId);
  }

  /** Where the item waits that the queue shows of it. */
  async function advisedOf({ id, cart_id }: Any): Promise<Any> {
    const { body } = await (await staff()).ask(`/pay-index/carts/${cart_id}`);
    const { recommended_action, can_retry } = body.payment.review_items.find((item: Any) => item.id === id);
    return { recommended_action, can_retry };
  }

  test("only staff have access, and without the feature flag rbac every user of the admin (H2)", async () => {
    for (const { method, path } of listRoutes("admin")) {
      const nobody = await fetch(open().origin + path, { method });
      expect([path, nobody.status]).toEqual([path, 401]);
      const { status } = await (await staff()).send(method, path, method === "GET" ? undefined : {});
      expect([200, 400, 404], path).toContain(status);
    }
  });

  test("staff read what the gateway does not support, and the manual procedure (B-46)", async () => {
    const { body } = await (await staff()).ask("/pay-index/capabilities");
    expect(body.capabilities).toHaveLength(9);
    expect(body.capabilities).toContainEqual({
      name: "refund",
      supported: false,
      instead: expect.stringContaining("record the refund here"),
    });
  });

  test("an id with a NUL, which Postgres takes in no query, is unknown and no error of the server", async () => {
    const item = Buffer.from("00000000000000000000\0/no-result").toString("base64url");
    const note = "Seen at the gateway.";
    for (const [path, body] of [
      ["/pay-index/orders/%00"],
      ["/pay-index/carts/cart%00"],
      ["/pay-index/attempts/%00/resolution", { action: "dismiss", note }],
      [`/pay-index/review-items/${item}/resolution`, { action: "dismiss", note }],
    ] as const)
      expect(await (await staff()).ask(path, body), path).toMatchObject({ status: 404 });
    const buyer = open().buyer();
    for (const path of ["payments", "subscriptions"])
      expect(await buyer.raw(`/store/pay-index/${path}/cart%00`, undefined, "GET"), path).toMatchObject({
        status: 404,
        body: { code: "pay_index_cart_unknown" },
      });
  });

  test("an order displays its attempts in plain language", async () => {
    const { cartId, attemptId } = await started();
    await open().paid(cartId);
    const [order] = await readOrderRecords(open(), cartId);
    const { body } = await (await staff()).ask(`/pay-index/orders/${order.id}`);
    expect(body.payment).toMatchObject({
      cart_id: cartId,
      state: "paid",
      placed_at: expect.any(String),
      attempts: [{ attempt_id: attemptId, variant: "hosted", amount: "24.99", currency_code: "usd" }],
      review_items: [],
    });
    expect(body.payment.attempts[0].timeline.map(({ source }: Any) => source)).toEqual([
      "shop",
      "response",
      "notification",
    ]);
    expect(await (await staff()).ask("/pay-index/orders/order_none")).toMatchObject({
      body: { payment: null },
    });
  });

  test("staff find the payment by the order and by its customer", async () => {
    const { cartId, attemptId } = await started();
    await open().paid(cartId);
    const [order] = await readOrderRecords(open(), cartId);
    const query = open().container.resolve("query") as Any;
    const fields = ["pay_index_attempts.attempt_id", "customer.pay_index_attempts.attempt_id"];
    const { data } = await query.graph({ entity: "order", fields, filters: { id: order.id } });
    expect(data[0].pay_index_attempts).toMatchObject([{ attempt_id: attemptId }]);
    expect(data[0].customer.pay_index_attempts).toContainEqual(
      expect.objectContaining({ attempt_id: attemptId }),
    );
  });

  test("an action on an item needs a note and stores the user, and the accepted order is placed", async () => {
    const { cartId, attemptId } = await started();
    await open().control.setFaults({ of: "order", orderId: attemptId }, [
      { kind: "wrong_amount", trueAmount: "20.00" },
    ]);
    await open().paid(cartId);
    const item = await itemOf(cartId);
    expect(item).toMatchObject({
      kind: "amount-mismatch",
      attempt_id: attemptId,
      order_id: null,
    });
    expect(await advisedOf(item)).toEqual({ recommended_action: "record-refund", can_retry: false });
    const path = `/pay-index/review-items/${item.id}/resolution`;
    const note = "Seen at the gateway: all of it has come.";
    expect(await (await staff()).ask(path, { action: "accept" })).toMatchObject({
      status: 400,
      body: { code: "pay_index_resolution_invalid" },
    });
    for (const [wrong, fields] of [
      [{ action: "given away", note }, "action"],
      [{ action: "record-refund", note, refund: { reference: "R-1" } }, "refund.amount"],
      [{ action: "record-refund", note, refund: { amount: "1.00" }, cycles: 1 }, "refund.reference, cycles"],
    ] as const)
      expect(await (await staff()).ask(path, wrong)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(`Missing, wrong or unknown: ${fields}. `) },
      });
    const { status, body } = await (await staff()).ask(path, { action: "accept", note });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.payment).toMatchObject({ state: "paid", review_items: [] });
    const [, transaction] = /Transaction (\d+) reports/.exec(item.evidence) ?? [];
    const { id } = await staff();
    expect(body.payment.attempts[0].timeline.at(-1).text).toBe(
      `${id} (Grace Hopper) accepted transaction ${transaction}: ${note}`,
    );
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
    expect(await (await staff()).ask(path, { action: "dismiss", note })).toMatchObject({
      status: 404,
      body: {
        code: "pay_index_review_item_outdated",
        message: "This review item is no longer open. Reload the page to see how it was resolved.",
      },
    });
  });

  test("a retry places an order that could not be placed before, and the timeline names the user", async () => {
    const { buyer, cartId } = await started();
    const { cart } = await buyer.ask(`/store/carts/${cartId}`);
    const line = `/store/carts/${cartId}/line-items/${cart.items[0].id}`;
    await buyer.ask(line, { quantity: 2 });
    await open().paid(cartId);
    const item = await itemOf(cartId);
    expect(item).toMatchObject({ kind: "order-not-placed" });
    expect(await advisedOf(item)).toEqual({ recommended_action: "record-refund", can_retry: true });
    const path = `/pay-index/review-items/${item.id}/resolution`;
    const { body: again } = await (await staff()).ask(path, { action: "retry" });
    const problem = expect.stringContaining("44.98 USD");
    expect(again).toMatchObject({ retry: { outcome: "failed", problem, due_at: null } });
    await buyer.ask(line, { quantity: 1 });
    const { body } = await (await staff()).ask(path, { action: "retry" });
    expect(body).toMatchObject({
      retry: { outcome: "done", problem: null },
      payment: { review_items: [], placed_at: expect.any(String) },
    });
    expect(body.payment.attempts[0].timeline.at(-1).text).toBe(
      `${(await staff()).id} (Grace Hopper) retried the review item order-not-placed.`,
    );
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test("a user who copies another user's name and hides the rest is identified by the id (M3)", async () => {
    const mallory = await StaffMember.signIn(open(), {
      email: "mallory@example.com",
      firstName: `Grace Hopper (grace@example.com)${" ".repeat(200)}`,
      lastName: "\u202e",
    });
    const { attemptId } = await started();
    const path = `/pay-index/attempts/${attemptId}/resolution`;
    const { body } = await mallory.ask(path, { action: "dismiss", note: "Asked." });
    expect(body.payment.attempts[0].timeline.at(-1).text).toBe(
      `${mallory.id} (Grace Hopper ([e-mail])) dismissed the payment: Asked.`,
    );
    expect(mallory.id).toMatch(/^user_/);
  });

  test("a secret API key acts under its own id and title (M3)", async () => {
    const { createApiKeysWorkflow } = require("@medusajs/medusa/core-flows");
    const { id: created_by } = await staff();
    const { result } = await createApiKeysWorkflow(open().container).run({
      input: { api_keys: [{ title: "Night shift", type: "secret", created_by }] },
    });
    const [key] = result;
    const { attemptId } = await started();
    const response = await fetch(`${open().origin}/admin/pay-index/attempts/${attemptId}/resolution`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${Buffer.from(`${key.token}:`).toString("base64")}`,
      },
      body: JSON.stringify({ action: "dismiss", note: "Asked." }),
    });
    const { payment } = (await response.json()) as Any;
    expect(payment.attempts[0].timeline.at(-1).text).toBe(
      `${key.id} (Night shift) dismissed the payment: Asked.`,
    );
  });

  test("an item of a tenant that is no longer in the options can still be resolved", async () => {
    const { cartId, attemptId } = await started();
    await open().paid(cartId);
    await open().payIndex.gateway.requestRefund({ attemptId, dedupeKey: "1", evidence: "Asked by letter." });
    await runSql(
      open(),
      `UPDATE pay_index_attempt SET record = replace(record, '"merchantTenant":"default"', '"merchantTenant":"gone"') WHERE reference = $1`,
      [cartId],
    );
    expect(await open().payIndex.paymentOfCart(cartId)).toMatchObject({
      attempts: [{ merchantTenant: "gone" }],
    });
    const { id } = await itemOf(cartId);
    const note = "Given back in the back office.";
    const refund = { amount: "24.99", reference: "refund-gone" };
    expect(
      await (await staff()).ask(`/pay-index/review-items/${id}/resolution`, {
        action: "record-refund",
        note,
        refund,
      }),
    ).toMatchObject({ status: 200, body: { payment: { cart_id: cartId, state: "paid", review_items: [] } } });
  });

  test("staff accept a charge with an unknown cycle for the cycle that they name", async () => {
    const { begun, goods, passes, renewalsOf, shown } = subscriptionBuyers(open);
    const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
    const ofOrder = { of: "order", orderId: attemptId } as const;
    await open().control.setFaults(ofOrder, [{ kind: "wrong_cycle", count: "x" }]);
    await passes(attemptId, 31);
    await open().control.setFaults(ofOrder, []);
    const item = await itemOf(cartId);
    expect([item.kind, await renewalsOf(orderId)]).toEqual(["unknown-cycle", []]);
    const path = `/pay-index/review-items/${item.id}/resolution`;
    const accept = async (named: object) =>
      (await staff()).ask(path, { action: "accept", note: "Seen there.", ...named });
    for (const [named, message] of [
      [{}, "Cycle: is required, because this charge does not name its cycle"],
      ...[0, -2, 2.5, "2", null].map((cycle) => [{ cycle }, "whole number from 1"]),
    ] as [object, string][])
      expect(await accept(named)).toMatchObject({
        status: 400,
        body: { code: "pay_index_resolution_invalid", message: expect.stringContaining(message) },
      });
    expect(await renewalsOf(orderId)).toEqual([]);
    const { status, body } = await accept({ cycle: 2 });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.payment.review_items).toEqual([]);

    const [renewal, ...more] = await renewalsOf(orderId);
    expect([renewal.cycle, more]).toEqual(["2", []]);
    const [, cycle] = body.payment.attempts[0].subscription.cycles;
    expect(cycle).toMatchObject({ number: 2, state: "paid", order_id: renewal.id });
    const [first, renewed] = [await shown(orderId), await shown(renewal.id)];
    expect([renewed.total, renewed.pay_index_attempts]).toEqual([first.total, first.pay_index_attempts]);
    const { transaction_id } = cycle;
    expect(item.evidence).toContain(`Transaction ${transaction_id} names the cycle x,`);
    expect(renewed.payment_collections).toMatchObject([
      {
        status: "completed",
        payments: [
          { captures: [{ amount: Number(first.total) }], data: { cycle: 2, transaction: transaction_id } },
        ],
      },
    ]);
  });

  test("a refund is refused with the reason, is not recorded, and opens a review item (B-46)", async () => {
    const { cartId } = await started();
    await open().paid(cartId);
    const [order] = await readOrderRecords(open(), cartId);
    const { data } = await (open().container.resolve("query") as Any).graph({
      entity: "order",
      fields: ["payment_collections.payments.id"],
      filters: { id: order.id },
    });
    const [payment] = data[0].payment_collections[0].payments;
    const refund = await (await staff()).ask(`/payments/${payment.id}/refund`, { amount: 10 });
    expect(refund).toMatchObject({ status: 400, body: { message: expect.stringContaining("no refund") } });
    expect(await readOrderRecords(open(), cartId)).toEqual([order]);
    const item = await itemOf(cartId);
    expect(item).toMatchObject({
      kind: "refund-requested",
      order_id: order.id,
      evidence: `The shop was asked to give back 10.00 USD of order #${order.display_id}. No money has moved.`,
    });
    expect(await advisedOf(item)).toEqual({ recommended_action: "record-refund", can_retry: false });
  });

  test("a repeated refund request, for example by cancelling the order, warns staff not to refund twice", async () => {
    const { cartId } = await started();
    await open().paid(cartId);
    const [order] = await readOrderRecords(open(), cartId);
    const query = open().container.resolve("query") as Any;
    const fields = ["payment_collections.payments.id"];
    const { data } = await query.graph({ entity: "order", fields, filters: { id: order.id } });
    const [payment] = data[0].payment_collections[0].payments;
    await (await staff()).ask(`/payments/${payment.id}/refund`, {});
    await (await staff()).ask(`/orders/${order.id}/cancel`, {});
    const { body } = await (await staff()).ask("/pay-index/review-items?kind=refund-requested");
    const evidence = body.items
      .filter(({ cart_id }: Any) => cart_id === cartId)
      .map((item: Any) => item.evidence);
    expect(evidence).toEqual([
      `The shop was asked to give back 24.99 USD of order #${order.display_id}. No money has moved.`,
      expect.stringMatching(/24\.99 USD.*requested or recorded before.*do not refund twice/),
    ]);
  });
}
