import { findStateTexts, orderPage } from "@pay-index-apps/demo/pages/order-page";
import type { Router } from "express";
import { toOrderSummary } from "../order-summary.ts";
import { findCart } from "../store-api/cart.ts";
import { findOrder } from "../store-api/order.ts";
import { findPaymentStatus } from "../store-api/payment.ts";
import type { BuyerRequest, RouteFactory } from "./buyer-request.ts";

export function addOrderRoutes(router: Router, route: RouteFactory): void {
  router.get("/orders/:cart", route(showOrder));
}

/** Displays a cart or its order, which has the same address. Everybody who knows the address may see it. */
async function showOrder(visit: BuyerRequest): Promise<void> {
  const { api } = visit;
  const cart = await findCart(api, visit.part("cart"));
  if (cart === undefined) return visit.notHere();
  const { order_id, ...standing } = await findPaymentStatus(api, cart.id);
  // While Medusa places the order, it exists before it is paid.
  const order = standing.placed && order_id !== undefined ? await findOrder(api, order_id) : undefined;
  const { title } = findStateTexts(standing);
  const content = orderPage({
    bill: toOrderSummary(order ?? cart),
    name: order === undefined ? cart.id : String(order.display_id),
    firstName: cart.shipping_address?.first_name ?? undefined,
    standing,
    payable: cart.id === (await visit.cart())?.id,
  });
  await visit.show({ title, content });
}
