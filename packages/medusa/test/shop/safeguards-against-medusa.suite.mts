import { expect, onTestFinished, test } from "vitest";
import { createPaidSessionData } from "../../src/session-seal.ts";
import type { Any } from "./any.mts";
import { failHookOnce } from "./control-hook-handlers.mts";
import { countOrders, expectedCapturedOrder, readOrderRecords, readSessions } from "./order-records.mts";
import { recordGatewayRequests } from "./record-gateway-requests.mts";
import { runSql } from "./run-sql.mts";
import type { TestShop } from "./test-shop.mts";

/**
 * What Medusa 2.21 does that would cost a shop money if a plugin relied on it. `docs/decisions/0010-medusa-payments.md`
 * explains it.
 */
export function safeguardsAgainstMedusaSuite(open: () => TestShop): void {
  const hosted = "pp_pay-index_hosted";
  const sessionId = async (cartId: string) => (await readSessions(open(), cartId))[0]?.id;
  const writeSessionData = async (cartId: string, data: object) =>
    runSql(open(), "UPDATE payment_session SET data = $1 WHERE id = $2", [
      JSON.stringify(data),
      await sessionId(cartId),
    ]);

  test("session data that a shopper posts never complete a cart, whatever they contain", async () => {
    const paid = await open().paidOrder();
    const [seal] = await readSessions(open(), paid.cartId);
    const { buyer: thief, cartId } = await open().ready();
    for (const data of [seal.data, { ...seal.data, session_id: seal.id }]) {
      await thief.initiate(hosted, data);
      expect(await thief.complete()).toMatchObject({ status: 400 });
      // What the seal is bound to comes from Medusa: a request that names it is refused.
      const context = { idempotency_key: seal.id };
      expect(await thief.initiate(hosted, data, { context })).toMatchObject({ status: 400 });
      // Written past our guard, as another route of the shop might.
      const { payment_collection } = await open().first("cart", ["payment_collection.id"], { id: cartId });
      const input = { payment_collection_id: payment_collection.id, provider_id: hosted, data };
      await open().run("createPaymentSessionsWorkflow", input);
      expect(await thief.complete()).toMatchObject({ status: 400 });
      const [session] = await readSessions(open(), cartId);
      expect(session).toMatchObject({ status: "pending", data: { state: "pending", attempt_id: null } });
    }
    await open().isNotPlaced(cartId);
  });

  test("session data without the plugin's seal never complete a cart, even if the payment is paid", async () => {
    const { buyer, cartId, attemptId: attempt_id } = await open().begun();
    const [session] = await readSessions(open(), cartId);
    // All of it is as it will be, in the payment store too, so that nothing but the seal is wrong.
    await runSql(open(), "UPDATE pay_index_attempt SET state = 'paid' WHERE reference = $1", [cartId]);
    expect(await open().payIndex.paymentOfCart(cartId)).toMatchObject({ state: "paid" });
    const forged = { state: "paid", attempt_id, amount: 2499, currency: "USD", transaction: "1" };
    await writeSessionData(cartId, { ...session.data, ...forged, seal: "a".repeat(43) });
    expect(await buyer.complete()).toMatchObject({ status: 400 });
    await open().isNotPlaced(cartId);
  });

  test("a valid seal does not complete a cart while the payment is pending in the plugin's tables", async () => {
    const { buyer, cartId, attemptId } = await open().begun();
    // What code of the shop could write that has the plugin's own secret at hand.
    const forged = await createPaidSessionData(
      open().payIndex.gateway,
      { providerId: hosted, sessionId: await sessionId(cartId) },
      { variant: "hosted", attemptId, amount: { minor: 2499, currency: "USD" }, transactionId: "1" },
    );
    await writeSessionData(cartId, forged);
    expect(await open().payIndex.paymentOfCart(cartId)).toMatchObject({ state: "pending" });
    expect(await buyer.complete()).toMatchObject({ status: 400 });
    await open().isNotPlaced(cartId);
    // The same data complete the cart once the payment is paid: nothing but that was missing.
    await open().paid(cartId);
    await open().isPlaced(cartId);
  });

  test("a notification about a deleted session completes only its own cart", async () => {
    const bystander = await open().ready();
    await bystander.buyer.initiate("pp_system_default");
    const { cartId } = await open().begun();
    await runSql(open(), "DELETE FROM payment_session WHERE id = $1", [await sessionId(cartId)]);
    const before = await countOrders(open());
    await open().paid(cartId);
    await open().isNotPlaced(bystander.cartId);
    await open().isPlaced(cartId);
    expect(await countOrders(open())).toBe(before + 1);
  });

  test("a cart that Medusa cannot complete becomes an order after a retry, without a refund or a copied session", async () => {
    const { buyer, cartId } = await open().begun();
    const { cart } = await buyer.ask(`/store/carts/${cartId}`);
    // The shipping method goes, and the total stays.
    const ship = (option: string) =>
      runSql(open(), "UPDATE cart_shipping_method SET shipping_option_id = $1 WHERE cart_id = $2", [
        option,
        cartId,
      ]);
    await ship("none");
    const before = await countOrders(open());
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await countOrders(open())).toBe(before);
    expect(await open().items(cartId)).toEqual(["order-not-placed cart_refused"]);
    expect(await readSessions(open(), cartId)).toMatchObject([
      { status: "pending", data: { state: "paid" } },
    ]);
    await ship(cart.shipping_methods[0].shipping_option_id);
    await open().retry(cartId);
    await open().isPlaced(cartId);
    expect(await open().items(cartId)).toEqual([]);
  });

  test("an order that fails after its payment was captured is placed again, with one capture and no refund (B-02)", async () => {
    const { buyer, cartId } = await open().begun();
    const requests = await recordGatewayRequests(open().sandbox.url, async () => {
      failHookOnce("orderCreated");
      expect(await open().paid(cartId)).toBe("200 OK");
    });
    // The test itself asks the sandbox to report the payment.
    expect(requests.filter((path) => path.startsWith("/pay_index"))).toEqual([]);
    await open().isNotPlaced(cartId);
    expect(await open().items(cartId)).toEqual([]);
    expect((await buyer.status()).body).toMatchObject({ payment: { state: "paid", placed: false } });
    expect(await buyer.complete()).toMatchObject({ status: 400 });
    await open().retry(cartId);
    const [order, ...more] = await readOrderRecords(open(), cartId);
    expect(more).toEqual([]);
    expect(order).toMatchObject({ paid: 24.99, transactions: [24.99] });
    expect(order.payments).toMatchObject([
      { canceled: true, captured: [], refunded: [] },
      { canceled: false, captured: [24.99], refunded: [] },
    ]);
  });

  test("capturing a payment again in Medusa succeeds, sends no request to the gateway, and changes nothing (B-02)", async () => {
    const { cartId, paymentId: payment_id } = await open().paidOrder();
    const requests = await recordGatewayRequests(open().sandbox.url, async () => {
      for (let i = 0; i < 2; i++)
        expect(await open().run("capturePaymentWorkflow", { payment_id })).toMatchObject({
          ...{ id: payment_id, captured_at: expect.anything() },
        });
    });
    expect(requests).toEqual([]);
    await open().isPlaced(cartId);
  });

  test("if a process dies before it records the capture, or before it captures, a retry completes the order, unless staff cancelled it", async () => {
    const { cartId, order } = await open().placed();
    const capturing = ["order_transaction", "capture", "payment"];
    for (const gone of [["order_transaction"], capturing]) {
      await simulateProcessDeath(cartId, order.id, gone);
      expect(await readOrderRecords(open(), cartId)).toMatchObject([{ id: order.id, transactions: [] }]);
      await open().retry(cartId);
      expect(await readOrderRecords(open(), cartId)).toMatchObject([
        { ...expectedCapturedOrder(24.99), id: order.id, paid: expect.anything() },
      ]);
      expect(await open().items(cartId)).toEqual([]);
    }
    await simulateProcessDeath(cartId, order.id, capturing);
    await open().run("cancelOrderWorkflow", { order_id: order.id });
    await open().retry(cartId);
    expect(await open().items(cartId)).toEqual(["order-not-placed order_cancelled"]);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { id: order.id, status: "canceled", transactions: [], payments: [] },
    ]);
  });

  test("Medusa's generic webhook changes nothing", async () => {
    const { buyer, cartId } = await open().begun();
    const body = { session_id: await sessionId(cartId), action: "captured", amount: 24.99 };
    for (const path of ["pay-index_hosted", hosted])
      expect((await buyer.raw(`/hooks/payment/${path}`, body)).status).toBe(200);
    const payload = { provider: "pay-index_hosted", payload: { data: body, rawData: "", headers: {} } };
    const action = await open().resolve("payment").getWebhookActionAndData(payload);
    expect(action).toEqual({ action: "not_supported" });
    await open().isNotPlaced(cartId);
  });

  test("a session whose amount was changed after the seal does not complete the cart, even if Medusa did not call updatePayment (B-17)", async () => {
    const { buyer, cartId } = await open().begun();
    failHookOnce("validate");
    await open().paid(cartId);
    const five = `amount = 5, raw_amount = '{"value":"5","precision":20}'`;
    await runSql(open(), `UPDATE payment_session SET ${five} WHERE id = $1`, [await sessionId(cartId)]);
    expect(await buyer.complete()).toMatchObject({ status: 400, body: { code: "pay_index_changed" } });
    await open().retry(cartId);
    await open().isPlaced(cartId);
  });

  test("the gateway gets one request, when the buyer pays, and none when sessions begin or the same cart starts again (B-12)", async () => {
    const { buyer, cartId } = await open().ready();
    const listen = (run: () => Promise<unknown>) => recordGatewayRequests(open().sandbox.url, run);
    const atSessions = await listen(async () => {
      for (const provider of [hosted, "pp_pay-index_link", hosted])
        expect((await buyer.initiate(provider)).status).toBe(200);
      await buyer.setQuantity(2);
      expect((await buyer.initiate(hosted)).status).toBe(200);
    });
    expect(atSessions).toEqual([]);
    expect(await readSessions(open(), cartId)).toMatchObject([{ provider_id: hosted, status: "pending" }]);
    const payments: unknown[] = [];
    const start = async () => payments.push((await buyer.start()).body.payment);
    expect(await listen(start)).toEqual(["/pay_index"]);
    expect(await listen(start)).toEqual([]);
    expect(payments[1]).toEqual(payments[0]);
    expect((await open().payIndex.paymentOfCart(cartId)).attempts).toHaveLength(1);
  });

  test("a cart that changed is paid although Medusa's updatePayment fails at each call (B-17)", async () => {
    const provider = open().resolve("payment").paymentProviderService_.retrieveProvider(hosted);
    const original = provider.updatePayment.bind(provider);
    onTestFinished(() => void Reflect.deleteProperty(provider, "updatePayment"));
    let sealed = 0;
    // The plugin stores with its own seal that a session is paid.
    provider.updatePayment = async (input: Any) => {
      if (typeof input.data?.seal !== "string") throw new Error("Medusa called updatePayment by itself.");
      sealed += 1;
      return original(input);
    };
    const { buyer, cartId } = await open().ready();
    await buyer.initiate(hosted);
    await buyer.setQuantity(2);
    await buyer.initiate(hosted);
    await buyer.ask(`/store/carts/${cartId}`, { email: "grace@example.com" });
    expect((await buyer.start()).status).toBe(200);
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(sealed).toBe(1);
    await open().isPlaced(cartId, 44.98);
  });

  const metadata = { pay_index_first_order: "order_other", pay_index_cycle: 2, gift: "For Charles" };

  test("a shopper who creates or changes a cart cannot mark its order as a renewal", async () => {
    const { buyer, cartId } = await open().ready({ metadata } as object);
    await buyer.ask(`/store/carts/${cartId}`, { metadata });
    await buyer.start();
    await open().paid(cartId);
    const [{ id }] = await readOrderRecords(open(), cartId);
    expect((await open().first("order", ["metadata"], { id })).metadata).toEqual({ gift: "For Charles" });
  });

  /** Takes away what the last steps of a completion write, and the end of the engine's job. */
  async function simulateProcessDeath(
    cartId: string,
    orderId: string,
    gone: readonly string[],
  ): Promise<void> {
    const session = await sessionId(cartId);
    const ofSession = "SELECT id FROM payment WHERE payment_session_id = $1";
    if (gone.includes("order_transaction"))
      await runSql(open(), "DELETE FROM order_transaction WHERE order_id = $1", [orderId]);
    if (gone.includes("capture"))
      await runSql(open(), `DELETE FROM capture WHERE payment_id IN (${ofSession})`, [session]);
    if (gone.includes("payment")) {
      await runSql(open(), "DELETE FROM payment WHERE payment_session_id = $1", [session]);
      const pending = "UPDATE payment_session SET status = 'pending', authorized_at = NULL WHERE id = $1";
      await runSql(open(), pending, [session]);
    }
    // Due in a far year: the shop's own sweep leaves it to the test.
    const due = "UPDATE pay_index_job SET status = 'due', outcome = NULL, due_at = $2 WHERE id = $1";
    await runSql(open(), due, [`${open().attempt(cartId)}/place-order`, "2999-01-01T00:00:00.000Z"]);
  }
}
