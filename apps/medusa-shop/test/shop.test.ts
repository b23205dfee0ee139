import { checkOut, fillCart } from "@pay-index-apps/demo/buyer/purchase-in-steps";
import { passGateway } from "@pay-index-apps/demo/buyer/way-back";
import { cards } from "@pay-index-apps/demo/buyer/wish";
import { sellsByForms, textOf } from "@pay-index-apps/demo/suite/sells-by-forms";
import { expect, it } from "vitest";
import { openShop } from "./stage.ts";

const visit = sellsByForms({
  openShop,
  states: { waiting: "missing", changed: "missing", placed: "captured" },
  unsold: { value: "variant_4711", status: 422, heading: "Your cart" },
});

it("asks for whole cents where tax leaves a fraction of one", async () => {
  const { sandbox, shopUrl } = visit.stage;
  const buyer = visit.newBuyer();
  await buyer.open(shopUrl);
  await buyer.submit('button[data-sku="notebook"]');
  const order = await fillCart(buyer, shopUrl);
  expect(textOf(buyer, ".total")).toContain("$79.79");
  await checkOut(buyer, { variant: "hosted", card: cards.good });
  expect(sandbox.orders().at(-1)).toMatchObject({ amount: "79.79" });
  await passGateway(buyer, cards.good);
  await visit.isPlaced(order);
});

it("shows an order to nobody who does not know its address", async () => {
  const stranger = visit.newBuyer();
  await stranger.open(new URL("/orders/cart_01NOSUCHCART", visit.stage.shopUrl));
  expect(stranger.page.status).toBe(404);
});
