import { cartPage, cookiesRefused } from "@pay-index-apps/demo/look/cart-page";
import type { RequestHandler, Router } from "express";
import { cartOf } from "../bill.ts";
import { productsPage } from "../pages/products.ts";
import { addItem, backToCart, inTurn, setQuantity } from "../shop-api/change-order.ts";
import { activeOrder } from "../shop-api/order.ts";
import { offers } from "../shop-api/products.ts";
import type { Route, Visit } from "./visit.ts";

const mostOfOne = 20;

export function addCart(router: Router, route: Route, form: RequestHandler): void {
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
    form,
    route(async (visit) => {
      const { api } = visit;
      const cart = await activeOrder(api);
      const refused = await inTurn([
        async () => cart && backToCart(api, cart),
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
      const cart = await activeOrder(api);
      if (cart === undefined) return visit.go("/cart");
      const changes = cart.lines.flatMap(({ id, quantity }) => {
        const wanted = wholeNumber(visit.posted(`line-${id}`));
        const changed = wanted !== undefined && wanted !== quantity;
        return changed ? [() => setQuantity(api, id, Math.min(wanted, mostOfOne))] : [];
      });
      const refused = await inTurn([() => backToCart(api, cart), ...changes]);
      if (refused !== undefined) return showCart(visit, { problem: refused.message, status: 422 });
      visit.go("/cart");
    }),
  );
}

interface Complaint {
  /** What Vendure said about a change, such as that there are not enough left. */
  readonly problem?: string;
  readonly status?: number;
}

async function showCart(visit: Visit, { problem, status = 200 }: Complaint): Promise<void> {
  const cart = await activeOrder(visit.api);
  await visit.show({ title: "Cart", content: cartPage(cart && cartOf(cart), problem), cart, status });
}

function lostCart({ request, hasSession }: Visit): Complaint {
  return "added" in request.query && !hasSession ? { problem: cookiesRefused } : {};
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}
