// What buyers see: one product, and the page of an order. Replace it with your own storefront.
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { orderPage, productPage, readBuyer, type Shop } from "./pages.ts";

export function createStorefront(shop: Shop<Request>): Express {
  const app = express();
  app.get(
    "/",
    handle(async (_request, response) => {
      response.send(productPage(await shop.product()));
    }),
  );
  app.post(
    "/checkout",
    express.urlencoded({ extended: false }),
    handle(async (request, response) => {
      const result = await shop.checkout(readBuyer(request.body), request);
      if ("url" in result) response.redirect(303, result.url);
      else response.status(422).send(productPage(await shop.product(), result.problem));
    }),
  );
  app.get(
    "/orders/:id",
    handle(async (request, response) => {
      const status = await shop.findOrder(String(request.params.id));
      if (status === undefined) response.sendStatus(404);
      else response.send(orderPage(status));
    }),
  );
  return app;
}

/** Passes an error on: Express 4 does not wait for a function. */
function handle(serve: (request: Request, response: Response) => Promise<void>) {
  return (request: Request, response: Response, next: NextFunction) => {
    serve(request, response).catch(next);
  };
}
