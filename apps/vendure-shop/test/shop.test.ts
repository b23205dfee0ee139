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

it("the shop lets no other site send requests to Vendure in a buyer's name", async () => {
  const api = await fetch(new URL("/shop-api?query={activeOrder{id}}", formVisit.stage.shopUrl), {
    headers: { origin: "https://elsewhere.example" },
  });
  expect(api.headers.get("access-control-allow-origin")).not.toBe("https://elsewhere.example");
  expect(api.status).toBe(400);
});
