import { completeGatewayPages } from "@pay-index-apps/demo/buyer/gateway-pages";
import { checkOutToPaymentStep, submitPaymentChoice } from "@pay-index-apps/demo/buyer/multi-step-purchase";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { formCheckoutSuite, readText } from "@pay-index-apps/demo/suite/form-checkout.suite";
import { expect, it } from "vitest";
import { openShop } from "./open-shop.ts";

const formVisit = formCheckoutSuite({
  openShop,
  states: { waiting: "missing", changed: "missing", placed: "captured" },
  unsold: { value: "variant_4711", status: 422, heading: "Your cart" },
});

it("the shop charges whole cents if the tax has a fraction of a cent", async () => {
  const { sandbox, shopUrl } = formVisit.stage;
  const buyer = formVisit.newBuyer();
  await buyer.open(shopUrl);
  await buyer.submit('button[data-sku="notebook"]');
  const order = await checkOutToPaymentStep(buyer, shopUrl);
  expect(readText(buyer, ".total")).toContain("$79.79");
  await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
  expect(sandbox.orders().at(-1)).toMatchObject({ amount: "79.79" });
  await completeGatewayPages(buyer, testCards.good);
  await formVisit.isPlaced(order);
});

it("the shop displays an order only at its own address", async () => {
  const stranger = formVisit.newBuyer();
  await stranger.open(new URL("/orders/cart_01NOSUCHCART", formVisit.stage.shopUrl));
  expect(stranger.page.status).toBe(404);
});
