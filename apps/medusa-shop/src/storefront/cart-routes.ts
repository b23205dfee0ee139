import { cartPage, cookiesBlockedText } from "@pay-index-apps/demo/pages/cart-page";
import type { Router } from "express";
import { toCartView } from "../order-summary.ts";
import { productsPage } from "../pages/products-page.ts";
import { addItem, setQuantity } from "../store-api/cart.ts";
import { findOffers } from "../store-api/products.ts";
import type { BuyerRequest, RouteFactory } from "./buyer-request.ts";
import { catchRefusalMessage } from "./catch-refusal-message.ts";

const mostOfOne = 20;

export function addCartRoutes(router: Router, route: RouteFactory): void {
  router.get(
    "/",
    route(async (visit) => {
      await visit.show({ title: "Products", content: productsPage(await findOffers(visit.api)) });
    }),
  );
  router.get(
    "/cart",
    route((visit) => showCart(visit, findCookieProblem(visit))),
  );
  router.post(
    "/cart/add",
    route(async (visit) => {
      const cart = await visit.openCart();
      const refused = await catchRefusalMessage(() => addItem(visit.api, cart, visit.posted("add")));
      if (refused !== undefined) return showCart(visit, { problem: refused, status: 422 });
      visit.go("/cart?added");
    }),
  );
  router.post("/cart", route(changeQuantities));
}

async function changeQuantities(visit: BuyerRequest): Promise<void> {
  const { api } = visit;
  const cart = await visit.cart();
  if (cart === undefined) return visit.go("/cart");
  for (const { id, quantity: before } of cart.items) {
    const wanted = wholeNumber(visit.posted(`line-${id}`));
    if (wanted === undefined || wanted === before) continue;
    const quantity = Math.min(wanted, mostOfOne);
    const refused = await catchRefusalMessage(() => setQuantity(api, cart.id, { line: id, quantity }));
    if (refused !== undefined) return showCart(visit, { problem: refused, status: 422 });
  }
  visit.go("/cart");
}

interface CartAlert {
  /** Medusa's message about a change, such as that there are not enough in stock. */
  readonly problem?: string;
  readonly status?: number;
}

async function showCart(visit: BuyerRequest, { problem, status = 200 }: CartAlert): Promise<void> {
  const cart = await visit.cart();
  const view = cart === undefined || cart.items.length === 0 ? undefined : toCartView(cart);
  await visit.show({ title: "Cart", content: cartPage(view, problem), cart, status });
}

function findCookieProblem({ request, hasCart }: BuyerRequest): CartAlert {
  return "added" in request.query && !hasCart ? { problem: cookiesBlockedText } : {};
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
}
