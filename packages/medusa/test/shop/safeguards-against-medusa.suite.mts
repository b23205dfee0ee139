import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { createPaidSessionData } from "../../src/session-seal.ts";
import { failHookOnce } from "./control-hook-handlers.mts";
import { countOrders, expectedCapturedOrder, readOrderRecords, readSessions } from "./order-records.mts";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);

/**
 * What Medusa 2.21 does that would cost a shop money if a plugin relied on it. `docs/decisions/0010-medusa-payments.md`
 * explains it.
 */
export function safeguardsAgainstMedusaSuite(open: () => TestShop): void {
  async function started(more: object = {}) {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    const { status, body } = await buyer.start(more);
    expect(status, JSON.stringify(body)).toBe(200);
    return { buyer, cartId };
  }

  const items = async (cartId: string) =>
    (await open().payIndex.paymentOfCart(cartId)).reviewItems.map(
      ({ kind, problem }) => `${kind} ${problem?.code}`,
    );

  test("session data that a shopper posts never complete a cart, whatever they contain", async () => {
    const paid = await started();
    await open().paid(paid.cartId);
    const [seal] = await readSessions(open(), paid.cartId);
    const thief = open().buyer();
    const cartId = await thief.isReadyToPay(open().shop);
    for (const data of [seal.data, { ...seal.data, session_id: seal.id }, { paid: true, state: "paid" }]) {
      await thief.initiate("pp_pay-index_hosted", data);
      expect(await thief.complete()).toMatchObject({ status: 400 });
      // What the seal is bound to comes from Medusa: a request that names it is refused.
      const context = { idempotency_key: seal.id };
      expect(await thief.initiate("pp_pay-index_hosted", data, { context })).toMatchObject({ status: 400 });
      // Written past our guard, as another route of the shop might.
      await postSessionDirectly(open(), cartId, { provider: "pp_pay-index_hosted", data });
      expect(await thief.complete()).toMatchObject({ status: 400 });
      const [session] = await readSessions(open(), cartId);
      expect(session).toMatchObject({ status: "pending", data: { state: "pending", attempt_id: null } });
    }
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
  });

  test("session data without the plugin's seal never complete a cart, even if the payment is paid", async () => {
    const { buyer, cartId } = await started();
    const [session] = await readSessions(open(), cartId);
    // All of it is as it will be, in the payment store too, so that nothing but the seal is wrong.
    await runSql(
      open(),
      `UPDATE pay_index_attempt SET state = 'paid', record = replace(record, '"state":"pending"', '"state":"paid"') WHERE reference = $1`,
      [cartId],
    );
    expect(await open().payIndex.paymentOfCart(cartId)).toMatchObject({ state: "paid" });
    const forged = {
      ...session.data,
      seal: "a".repeat(43),
      state: "paid",
      attempt_id: open().attempt(cartId),
      amount: 2499,
      currency: "USD",
      transaction: "1",
    };
    await runSql(open(), "UPDATE payment_session SET data = $1 WHERE id = $2", [
      JSON.stringify(forged),
      session.id,
    ]);
    expect(await buyer.complete()).toMatchObject({ status: 400 });
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
  });

  test("a valid seal does not complete a cart while the payment is pending in the plugin's tables", async () => {
    const { buyer, cartId } = await started();
    const [session] = await readSessions(open(), cartId);
    const { gateway } = open().payIndex;
    const attemptId = open().attempt(cartId);
    // What code of the shop could write that has the plugin's own secret at hand.
    const forged = await createPaidSessionData(
      gateway,
      { providerId: "pp_pay-index_hosted", sessionId: session.id },
      { variant: "hosted", attemptId, amount: { minor: 2499, currency: "USD" }, transactionId: "1" },
    );
    await runSql(open(), "UPDATE payment_session SET data = $1 WHERE id = $2", [
      JSON.stringify(forged),
      session.id,
    ]);
    expect(await open().payIndex.paymentOfCart(cartId)).toMatchObject({ state: "pending" });
    expect(await buyer.complete()).toMatchObject({ status: 400 });
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
    // The same data complete the cart once the payment is paid: nothing but that was missing.
    await open().paid(cartId);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });

  test("a notification about a deleted session completes only its own cart", async () => {
    const bystander = open().buyer();
    const other = await bystander.isReadyToPay(open().shop);
    await bystander.initiate("pp_system_default");
    const { cartId } = await started();
    await runSql(open(), "DELETE FROM payment_session WHERE id = $1", [
      (await readSessions(open(), cartId))[0]?.id,
    ]);
    const before = await countOrders(open());
    await open().paid(cartId);
    expect(await readOrderRecords(open(), other)).toEqual([]);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
    expect(await countOrders(open())).toBe(before + 1);
  });

  test("a cart that Medusa cannot complete becomes an order after a retry, without a refund or a copied session", async () => {
    const { buyer, cartId } = await started();
    const { cart } = await buyer.ask(`/store/carts/${cartId}`);
    const before = await countOrders(open());
    // The shipping method goes, and the total stays.
    await runSql(open(), "UPDATE cart_shipping_method SET shipping_option_id = 'none' WHERE cart_id = $1", [
      cartId,
    ]);
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await countOrders(open())).toBe(before);
    expect(await items(cartId)).toEqual(["order-not-placed cart_refused"]);
    expect(await readSessions(open(), cartId)).toMatchObject([
      { status: "pending", data: { state: "paid" } },
    ]);
    await runSql(open(), "UPDATE cart_shipping_method SET shipping_option_id = $1 WHERE cart_id = $2", [
      cart.shipping_methods[0].shipping_option_id,
      cartId,
    ]);
    await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
      operator: { id: "user_1" },
    });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
    expect(await items(cartId)).toEqual([]);
  });

  test("an order that fails after its payment was captured is placed again, with one capture and no refund (B-02)", async () => {
    const { buyer, cartId } = await started();
    failHookOnce("orderCreated");
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
    expect(await items(cartId)).toEqual([]);
    expect(await buyer.complete()).toMatchObject({ status: 400 });
    await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
      operator: { id: "user_1" },
    });
    const [order, ...more] = await readOrderRecords(open(), cartId);
    expect(more).toEqual([]);
    expect(order).toMatchObject({ paid: 24.99, transactions: [24.99] });
    expect(order.payments).toMatchObject([
      { canceled: true, captured: [], refunded: [] },
      { canceled: false, captured: [24.99], refunded: [] },
    ]);
  });

  test.each([
    ["it captures the payment", ["order_transaction", "capture", "payment"]],
    ["it records the capture", ["order_transaction"]],
  ])("if a process dies before %s, a retry completes the order", async (_when, gone) => {
    const { cartId } = await started();
    await open().paid(cartId);
    const jobId = `${open().attempt(cartId)}/place-order`;
    const [{ id }] = await readOrderRecords(open(), cartId);
    await simulateProcessDeath(open(), { cartId, orderId: id, jobId, gone });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([{ id, transactions: [] }]);
    await open().payIndex.gateway.retryReviewItem(jobId, { operator: { id: "user_1" } });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { ...expectedCapturedOrder(24.99), id, paid: expect.anything() },
    ]);
    expect(await items(cartId)).toEqual([]);
  });

  test("an order that was cancelled before its payment was recorded stays cancelled, and staff get a review item", async () => {
    const { cartId } = await started();
    await open().paid(cartId);
    const jobId = `${open().attempt(cartId)}/place-order`;
    const [{ id }] = await readOrderRecords(open(), cartId);
    await simulateProcessDeath(open(), {
      cartId,
      orderId: id,
      jobId,
      gone: ["order_transaction", "capture", "payment"],
    });
    const { cancelOrderWorkflow } = require("@medusajs/medusa/core-flows");
    await cancelOrderWorkflow(open().container).run({ input: { order_id: id } });
    await open().payIndex.gateway.retryReviewItem(jobId, { operator: { id: "user_1" } });
    expect(await items(cartId)).toEqual(["order-not-placed order_cancelled"]);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { id, status: "canceled", transactions: [], payments: [] },
    ]);
  });

  test("Medusa's generic webhook changes nothing", async () => {
    const { cartId } = await started();
    const body = {
      session_id: (await readSessions(open(), cartId))[0]?.id,
      action: "captured",
      amount: 24.99,
    };
    for (const path of ["pay-index_hosted", "pp_pay-index_hosted"]) {
      const answer = await open().buyer().raw(`/hooks/payment/${path}`, body);
      expect(answer.status).toBe(200);
    }
    const provider = open().container.resolve("payment") as never as {
      getWebhookActionAndData(input: object): Promise<object>;
    };
    const payload = { provider: "pay-index_hosted", payload: { data: body, rawData: "", headers: {} } };
    expect(await provider.getWebhookActionAndData(payload)).toEqual({ action: "not_supported" });
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
  });

  test.each(["20.00", "30.00"])(
    "a notification with the amount %s does not capture a payment of 24.99",
    async (trueAmount) => {
      const { cartId } = await started();
      const attemptId = open().attempt(cartId);
      await open().control.setFaults({ of: "order", orderId: attemptId }, [
        { kind: "wrong_amount", trueAmount },
      ]);
      expect(await open().paid(cartId)).toBe("200 OK");
      expect(await readOrderRecords(open(), cartId)).toEqual([]);
      expect(await items(cartId)).toEqual(["amount-mismatch amount_mismatch"]);
    },
  );

  test("a session whose amount was changed after the seal does not complete the cart, even if Medusa did not call updatePayment (B-17)", async () => {
    const { buyer, cartId } = await started();
    failHookOnce("validate");
    await open().paid(cartId);
    await runSql(
      open(),
      `UPDATE payment_session SET amount = 5, raw_amount = '{"value":"5","precision":20}' WHERE id = $1`,
      [(await readSessions(open(), cartId))[0]?.id],
    );
    expect(await buyer.complete()).toMatchObject({ status: 400, body: { code: "pay_index_changed" } });
    await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
      operator: { id: "user_1" },
    });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  });
}

interface PostedSession {
  readonly provider: string;
  readonly data: Record<string, unknown>;
}

async function postSessionDirectly(
  { container }: TestShop,
  cartId: string,
  { provider, data }: PostedSession,
): Promise<void> {
  const { createPaymentSessionsWorkflow } = require("@medusajs/medusa/core-flows");
  const query = container.resolve("query");
  const fields = ["payment_collection.id"];
  const { data: carts } = await query.graph({ entity: "cart", fields, filters: { id: cartId } });
  const [cart] = carts as never as { payment_collection: { id: string } }[];
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: cart?.payment_collection.id, provider_id: provider, data },
  });
}

interface InterruptedCompletion {
  readonly cartId: string;
  readonly orderId: string;
  readonly jobId: string;
  readonly gone: readonly string[];
}

/** Takes away what the last steps of a completion write, and the end of the engine's job. */
async function simulateProcessDeath(
  stage: TestShop,
  { cartId, orderId, jobId, gone }: InterruptedCompletion,
): Promise<void> {
  const [session] = await readSessions(stage, cartId);
  const ofSession = "SELECT id FROM payment WHERE payment_session_id = $1";
  const statements: Record<string, [string, unknown]> = {
    order_transaction: ["DELETE FROM order_transaction WHERE order_id = $1", orderId],
    capture: [`DELETE FROM capture WHERE payment_id IN (${ofSession})`, session?.id],
    payment: ["DELETE FROM payment WHERE payment_session_id = $1", session?.id],
  };
  for (const name of gone) {
    const [text = "", value] = statements[name] ?? [];
    await runSql(stage, text, [value]);
  }
  if (gone.includes("payment"))
    await runSql(stage, "UPDATE payment_session SET status = 'pending', authorized_at = NULL WHERE id = $1", [
      session?.id,
    ]);
  // Due in a far year: the shop's own sweep leaves it to the test.
  const due = "UPDATE pay_index_job SET status = 'due', outcome = NULL, due_at = $2 WHERE id = $1";
  await runSql(stage, due, [jobId, "2999-01-01T00:00:00.000Z"]);
}
