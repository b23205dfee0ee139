import { cartPage, cookiesRefused } from "@pay-index-apps/demo/look/cart-page";
import type { Router } from "express";
import { cartOf } from "../bill.ts";
import { productsPage } from "../pages/products.ts";
import { addItem, setQuantity } from "../store-api/cart.ts";
import { offers } from "../store-api/products.ts";
import { refusalOf } from "./refusal.ts";
import type { Route, Visit } from "./visit.ts";

const mostOfOne = 20;

export function addCart(router: Router, route: Route): void {
  router.get(
    "/",
    route(async (visit) => {
      await visit.show({ title: "Products", content: productsPage(await offers(visit.api)) });
    }),
  );
  router.get(
    "/cart",
    route((visit) => showCart(visit, lostCart(visit))),
  );
  router.post(
    "/cart/add",
    route(async (visit) => {
      const cart = await visit.openCart();
      const refused = await refusalOf(() => addItem(visit.api, cart, visit.posted("add")));
      if (refused !== undefined) return showCart(visit, { problem: refused, status: 422 });
      visit.go("/cart?added");
    }),
  );
  router.post("/cart", route(changeQuantities));
}

async function changeQuantities(visit: Visit): Promise<void> {
  const { api } = visit;
  const cart = await visit.cart();
  if (cart === undefined) return visit.go("/cart");
  for (const { id, quantity: before } of cart.items) {
    const wanted = wholeNumber(visit.posted(`line-${id}`));
    if (wanted === undefined || wanted === before) continue;
    const quantity = Math.min(wanted, mostOfOne);
    const refused = await refusalOf(() => setQuantity(api, cart.id, { line: id, quantity }));
    if (refused !== undefined) return showCart(visit, { problem: refused, status: 422 });
  }
  visit.go("/cart");
}

interface Complaint {
  /** What Medusa said about a change, such as that there are not enough left. */
  readonly problem?: string;
  readonly status?: number;
}

async function showCart(visit: Visit, { problem, status = 200 }: Complaint): Promise<void> {
  const cart = await visit.cart();
  const view = cart === undefined || cart.items.length === 0 ? undefined : cartOf(cart);
  await visit.show({ title: "Cart", content: cartPage(view, problem), cart, status });
}

function lostCart({ request, hasCart }: Visit): Complaint {
  return "added" in request.query && !hasCart ? { problem: cookiesRefused } : {};
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}
