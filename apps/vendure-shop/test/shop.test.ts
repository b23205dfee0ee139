import { completeGatewayPages, waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { submitPaymentChoice } from "@pay-index-apps/demo/buyer/multi-step-purchase";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { formCheckoutSuite } from "@pay-index-apps/demo/suite/form-checkout.suite";
import { expect, it } from "vitest";
import { openShop } from "./open-shop.ts";

const formVisit = formCheckoutSuite({
  openShop,
  states: { waiting: "ArrangingPayment", changed: "AddingItems", placed: "PaymentSettled" },
  unsold: { value: "4711", status: 404, heading: "Page not found" },
});

it("the shop displays an order only to its buyer before it is placed", async () => {
  const { order } = await formVisit.atPayment();
  const stranger = formVisit.newBuyer();
  for (const name of [order, "NOSUCHORDER"]) {
    await stranger.open(new URL(`/orders/${name}`, formVisit.stage.shopUrl));
    expect(stranger.page.status).toBe(404);
  }
});

it("the shop places an order whose buyer returned to the cart and changed nothing", async () => {
  const { shopUrl, orderState } = formVisit.stage;
  const { buyer, order } = await formVisit.atPayment();
  await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
  const gateway = buyer.page.url;
  await buyer.open(new URL("/cart", shopUrl));
  await buyer.submit("input[type=number]");
  expect(await orderState(order)).toBe("AddingItems");
  await buyer.open(gateway);
  await completeGatewayPages(buyer, testCards.good);
  await waitForOrderPage(buyer);
  await formVisit.isPlaced(order);
});

it("the shop lets no other site send requests to Vendure in a buyer's name", async () => {
  const api = await fetch(new URL("/shop-api?query={activeOrder{id}}", formVisit.stage.shopUrl), {
    headers: { origin: "https://elsewhere.example" },
  });
  expect(api.headers.get("access-control-allow-origin")).not.toBe("https://elsewhere.example");
  expect(api.status).toBe(400);
});
