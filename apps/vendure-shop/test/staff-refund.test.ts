import { money } from "@pay-index/core";
import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { completeGatewayPages, waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { checkOutToPaymentStep, submitPaymentChoice } from "@pay-index-apps/demo/buyer/multi-step-purchase";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { waitUntil } from "@pay-index-apps/demo/buyer/wait-until";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refundOrder } from "../src/staff/refund-order.ts";
import { openShop } from "./open-shop.ts";

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop({ GATEWAY_OPERATIONS: "yes" });
});
afterAll(() => shop.close());

const login = { username: "superadmin", password: "sandbox-superadmin" };

/** Returns the name of a paid order of 57.00 USD, and its gateway order ID. */
async function payOrder() {
  const buyer = new FormBrowser({ cookies: true });
  const code = await checkOutToPaymentStep(buyer, shop.shopUrl);
  await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
  await completeGatewayPages(buyer, testCards.good);
  await waitForOrderPage(buyer);
  return { code, attemptId: shop.sandbox.orders().at(-1)?.orderId ?? "" };
}

async function refundsAtGateway(attemptId: string): Promise<readonly string[]> {
  return (await shop.sandbox.orderDetails(attemptId)).refunds.map(({ amount }) => amount);
}

describe("a refund by staff", () => {
  it("gives back at most what is left of the order", async () => {
    const { code, attemptId } = await payOrder();
    const refund = (minor: number) =>
      refundOrder({ shopUrl: shop.shopUrl, login, code, amount: money(minor, "USD") });
    await refund(5000);
    await expect(refund(701)).rejects.toThrow(/^Vendure refused the refund: /);
    await refund(700);
    expect(await refundsAtGateway(attemptId)).toEqual(["50.00", "7.00"]);
    // The gateway has made both. The shop asks after ten seconds, at the next sweep.
    expect(await shop.refunded(code)).toBe(0);
    await shop.pass(11);
    await waitUntil(
      "the shop to record both",
      async () => (await shop.refunded(code)) === 5700 || undefined,
      40,
    );
  });

  it("needs the login of staff", async () => {
    const { code, attemptId } = await payOrder();
    const wrong = { ...login, password: "sandbox-superadmiN" };
    const refused = refundOrder({ shopUrl: shop.shopUrl, login: wrong, code, amount: money(500, "USD") });
    await expect(refused).rejects.toThrow("Vendure refused the login of its staff");
    expect(await refundsAtGateway(attemptId)).toEqual([]);
  });
});
