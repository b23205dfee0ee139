import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { failHookOnce } from "./control-hook-handlers.mts";
import { expectedCapturedOrder, readOrderRecords, readSessions } from "./order-records.mts";
import { recordGatewayRequests } from "./record-gateway-requests.mts";
import { withUnsealedUpdatesRefused } from "./refuse-unsealed-updates.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);

/** What Medusa does with the plugin's payment sessions, on a real Medusa. */
export function sessionsSuite(open: () => TestShop): void {
  const hosted = "pp_pay-index_hosted";

  test("the gateway gets one request, when the buyer pays, and none when sessions begin or the same cart starts again (B-12)", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    const listen = (run: () => Promise<unknown>) => recordGatewayRequests(open().sandbox.url, run);
    const atSessions = await listen(async () => {
      for (const provider of [hosted, "pp_pay-index_link", hosted])
        expect((await buyer.initiate(provider)).status).toBe(200);
      await buyer.ask(`/store/carts/${cartId}/line-items`, {
        variant_id: open().shop.variantId,
        quantity: 1,
      });
      expect((await buyer.initiate(hosted)).status).toBe(200);
    });
    expect(atSessions).toEqual([]);
    expect(await readSessions(open(), cartId)).toMatchObject([{ provider_id: hosted, status: "pending" }]);
    const first: unknown[] = [];
    expect(await listen(async () => first.push((await buyer.start()).body.payment))).toEqual(["/pay_index"]);
    const again: unknown[] = [];
    const atRepeats = await listen(async () => {
      for (let i = 0; i < 2; i++) again.push((await buyer.start()).body.payment);
    });
    expect([atRepeats, again]).toEqual([[], [...first, ...first]]);
    expect((await open().payIndex.paymentOfCart(cartId)).attempts).toHaveLength(1);
  });

  test("a cart that changed is paid although Medusa's updatePayment fails at each call (B-17)", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    const refused = await withUnsealedUpdatesRefused(open(), hosted, async () => {
      await buyer.initiate(hosted);
      await buyer.ask(`/store/carts/${cartId}/line-items`, {
        variant_id: open().shop.variantId,
        quantity: 1,
      });
      await buyer.initiate(hosted);
      await buyer.ask(`/store/carts/${cartId}`, { email: "grace@example.com" });
      expect((await buyer.start()).status).toBe(200);
      expect(await open().paid(cartId)).toBe("200 OK");
    });
    expect(refused.sealed).toBe(1);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([expectedCapturedOrder(44.98)]);
  });

  test("capturing a payment again in Medusa succeeds, sends no request to the gateway, and changes nothing (B-02)", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    await open().paid(cartId);
    const [order] = await readOrderRecords(open(), cartId);
    expect(order).toMatchObject(expectedCapturedOrder(24.99));
    const { capturePaymentWorkflow } = require("@medusajs/medusa/core-flows");
    const payment_id = order.payments[0].id;
    const requests = await recordGatewayRequests(open().sandbox.url, async () => {
      for (let i = 0; i < 2; i++) {
        const { result } = await capturePaymentWorkflow(open().container).run({ input: { payment_id } });
        expect(result).toMatchObject({ id: payment_id, captured_at: expect.anything() });
      }
    });
    expect(requests).toEqual([]);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { ...expectedCapturedOrder(24.99), id: order.id },
    ]);
  });

  test("a paid session is not cancelled when Medusa reverts a completion, and the order is placed later (B-02)", async () => {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    const requests = await recordGatewayRequests(open().sandbox.url, async () => {
      failHookOnce("orderCreated");
      expect(await open().paid(cartId)).toBe("200 OK");
    });
    // The test itself asks the sandbox to report the payment.
    expect(requests.filter((path) => path.startsWith("/pay_index"))).toEqual([]);
    expect(await readOrderRecords(open(), cartId)).toEqual([]);
    const reverted = await open().payIndex.paymentOfCart(cartId);
    expect([reverted.state, reverted.reviewItems]).toEqual(["paid", []]);
    expect((await buyer.status()).body).toMatchObject({ payment: { state: "paid", placed: false } });
    await open().payIndex.gateway.retryReviewItem(`${open().attempt(cartId)}/place-order`, {
      operator: { id: "user_1" },
    });
    expect(await readOrderRecords(open(), cartId)).toMatchObject([{ paid: 24.99, transactions: [24.99] }]);
  });
}
