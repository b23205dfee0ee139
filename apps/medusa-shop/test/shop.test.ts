import { money } from "@pay-index/core";
import { completeGatewayPages } from "@pay-index-apps/demo/buyer/gateway-pages";
import { checkOutToPaymentStep, submitPaymentChoice } from "@pay-index-apps/demo/buyer/multi-step-purchase";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { waitUntil } from "@pay-index-apps/demo/buyer/wait-until";
import { formCheckoutSuite, readText } from "@pay-index-apps/demo/suite/form-checkout.suite";
import { expect, it } from "vitest";
import { refundOrder } from "../src/staff/refund-order.ts";
import { staffLogin as login } from "../src/stock/seed-data.ts";
import { openShop } from "./open-shop.ts";

let shop: Awaited<ReturnType<typeof openShop>>;

const formVisit = formCheckoutSuite({
  openShop: async () => {
    shop = await openShop({ GATEWAY_OPERATIONS: "yes" });
    return shop;
  },
  states: { waiting: "missing", changed: "missing", placed: "captured" },
  unsold: { value: "variant_4711", status: 422, heading: "Your cart" },
});

it("the shop charges whole cents if the tax has a fraction of a cent", async () => {
  const buyer = formVisit.newBuyer();
  await buyer.open(shop.shopUrl);
  await buyer.submit('button[data-sku="notebook"]');
  const cartId = await checkOutToPaymentStep(buyer, shop.shopUrl);
  expect(readText(buyer, ".total")).toContain("$79.79");
  await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
  expect(shop.sandbox.orders().at(-1)).toMatchObject({ amount: "79.79" });
  await completeGatewayPages(buyer, testCards.good);
  await formVisit.isPlaced(cartId);
});

it("staff give back at most what is left of the order, with their login", async () => {
  const { buyer, order: cartId } = await formVisit.atPayment();
  await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
  const { orderId = "" } = shop.sandbox.orders().at(-1) ?? {};
  await completeGatewayPages(buyer, testCards.good);
  await formVisit.isPlaced(cartId);
  const refund = (minor: number, password = login.password) =>
    refundOrder({
      ...{ shopUrl: shop.shopUrl, login: { ...login, password }, cartId },
      amount: money(minor, "USD"),
    });
  await expect(refund(500, "sandbox-stafF")).rejects.toThrow(/invalid/i);
  await refund(5000);
  await expect(refund(701)).rejects.toThrow("must be at most 7.00 USD");
  await refund(700);
  const { refunds } = await shop.sandbox.orderDetails(orderId);
  expect(refunds.map((each) => each.amount)).toEqual(["50.00", "7.00"]);
  // The gateway has made both. The shop asks after ten seconds, at the next sweep.
  expect(await shop.refunded(cartId)).toBe(0);
  await shop.pass(11);
  const isRecorded = async () => (await shop.refunded(cartId)) === 5700 || undefined;
  await waitUntil("the shop to record both", isRecorded, 40);
});

it("the shop displays an order only at its own address", async () => {
  const stranger = formVisit.newBuyer();
  await stranger.open(new URL("/orders/cart_01NOSUCHCART", shop.shopUrl));
  expect(stranger.page.status).toBe(404);
});
