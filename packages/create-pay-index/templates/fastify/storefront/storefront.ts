// What buyers see: one product, and the page of an order. Replace it with your own storefront.
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { orderPage, productPage, readBuyer, type Shop } from "./pages.ts";

export function createStorefront(shop: Shop<FastifyRequest>): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    app.addHook("onRequest", async (_request, reply) => void reply.type("text/html"));
    app.get("/", async () => productPage(await shop.product()));
    app.post<{ Body: Record<string, string> }>("/checkout", async (request, reply) => {
      const result = await shop.checkout(readBuyer(request.body), request);
      if ("url" in result) return reply.redirect(result.url, 303);
      return reply.code(422).send(productPage(await shop.product(), result.problem));
    });
    app.get<{ Params: { id: string } }>("/orders/:id", async (request, reply) => {
      const status = await shop.findOrder(request.params.id);
      return status === undefined ? reply.callNotFound() : orderPage(status);
    });
  };
}
