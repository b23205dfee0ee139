// What buyers see: one product, and the page of an order. Replace it with your own storefront.
import { type Context, Hono } from "hono";
import { orderPage, productPage, readBuyer, type Shop } from "./pages.ts";

export function createStorefront(shop: Shop<Context>): Hono {
  const app = new Hono();
  app.get("/", async (context) => context.html(productPage(await shop.product())));
  app.post("/checkout", async (context) => {
    const result = await shop.checkout(readBuyer(await context.req.parseBody()), context);
    if ("url" in result) return context.redirect(result.url, 303);
    return context.html(productPage(await shop.product(), result.problem), 422);
  });
  app.get("/orders/:id", async (context) => {
    const status = await shop.findOrder(context.req.param("id"));
    return status === undefined ? context.notFound() : context.html(orderPage(status));
  });
  return app;
}
