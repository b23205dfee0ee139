import { cartPage, cookiesBlockedText } from "@pay-index-apps/demo/pages/cart-page";
import type { RequestHandler, Router } from "express";
import { toCartView } from "../order-summary.ts";
import { productsPage } from "../pages/products-page.ts";
import { addItem, returnToCart, runUntilRefused, setQuantity } from "../shop-api/change-order.ts";
import { findActiveOrder } from "../shop-api/order.ts";
import { findOffers } from "../shop-api/products.ts";
import type { BuyerRequest, RouteFactory } from "./buyer-request.ts";

const maxQuantity = 20;

export function addCartRoutes(router: Router, route: RouteFactory, form: RequestHandler): void {
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
    form,
    route(async (visit) => {
      const { api } = visit;
      const cart = await findActiveOrder(api);
      const refused = await runUntilRefused([
        async () => cart && returnToCart(api, cart),
        () => addItem(api, visit.posted("add"), 1),
      ]);
      if (refused !== undefined) return showCart(visit, { problem: refused.message, status: 422 });
      visit.go("/cart?added");
    }),
  );
  router.post(
    "/cart",
    form,
    route(async (visit) => {
      const { api } = visit;
      const cart = await findActiveOrder(api);
      if (cart === undefined) return visit.go("/cart");
      const changes = cart.lines.flatMap(({ id, quantity }) => {
        const wanted = wholeNumber(visit.posted(`line-${id}`));
        const changed = wanted !== undefined && wanted !== quantity;
        return changed ? [() => setQuantity(api, id, Math.min(wanted, maxQuantity))] : [];
      });
      const refused = await runUntilRefused([() => returnToCart(api, cart), ...changes]);
      if (refused !== undefined) return showCart(visit, { problem: refused.message, status: 422 });
      visit.go("/cart");
    }),
  );
}

interface CartAlert {
  /** Vendure's message about a change, such as that there are not enough in stock. */
  readonly problem?: string;
  readonly status?: number;
}

async function showCart(visit: BuyerRequest, { problem, status = 200 }: CartAlert): Promise<void> {
  const cart = await findActiveOrder(visit.api);
  await visit.show({ title: "Cart", content: cartPage(cart && toCartView(cart), problem), cart, status });
}

function findCookieProblem({ request, hasSession }: BuyerRequest): CartAlert {
  return "added" in request.query && !hasSession ? { problem: cookiesBlockedText } : {};
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
}
