import { checkOut } from "@pay-index-apps/demo/buyer/purchase-in-steps";
import { passGateway, waitForOrder } from "@pay-index-apps/demo/buyer/way-back";
import { cards } from "@pay-index-apps/demo/buyer/wish";
import { sellsByForms } from "@pay-index-apps/demo/suite/sells-by-forms";
import { expect, it } from "vitest";
import { openShop } from "./stage.ts";

const visit = sellsByForms({
  openShop,
  states: { waiting: "ArrangingPayment", changed: "AddingItems", placed: "PaymentSettled" },
  unsold: { value: "4711", status: 404, heading: "There is nothing here" },
});

it("shows an order to nobody else before it is placed", async () => {
  const { order } = await visit.atPayment();
  const stranger = visit.newBuyer();
  for (const name of [order, "NOSUCHORDER"]) {
    await stranger.open(new URL(`/orders/${name}`, visit.stage.shopUrl));
    expect(stranger.page.status).toBe(404);
  }
});

it("places an order whose buyer had gone back to the cart and changed nothing", async () => {
  const { shopUrl, orderState } = visit.stage;
  const { buyer, order } = await visit.atPayment();
  await checkOut(buyer, { variant: "hosted", card: cards.good });
  const gateway = buyer.page.url;
  await buyer.open(new URL("/cart", shopUrl));
  await buyer.submit("input[type=number]");
  expect(await orderState(order)).toBe("AddingItems");
  await buyer.open(gateway);
  await passGateway(buyer, cards.good);
  await waitForOrder(buyer);
  await visit.isPlaced(order);
});

it("lets no other site ask Vendure in a buyer's name", async () => {
  const api = await fetch(new URL("/shop-api?query={activeOrder{id}}", visit.stage.shopUrl), {
    headers: { origin: "https://elsewhere.example" },
  });
  expect(api.headers.get("access-control-allow-origin")).not.toBe("https://elsewhere.example");
  expect(api.status).toBe(400);
});
