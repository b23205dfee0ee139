// What buyers see: one product, and the page of an order. Replace it with your own storefront.
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { orderPage, productPage } from "./pages.ts";

export interface Product {
  readonly name: string;
  /** For people, such as `19.99 USD`. */
  readonly price: string;
}

/** What every payment needs to know of the buyer. */
export interface Buyer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  /** Two letters. */
  readonly country: string;
}

export interface OrderStatus {
  readonly order: { readonly id: string; readonly total: string; readonly state: string };
  readonly payment: { readonly state: string };
  /** Whether the shop has accepted the order: a paid payment is placed within a second. */
  readonly placed: boolean;
}

/** What the storefront asks of the shop. */
export interface Shop {
  product(): Promise<Product>;
  /** Makes an order of the product, and starts its payment. A problem is a text for the buyer. */
  checkout(buyer: Buyer, request: Request): Promise<{ readonly url: string } | { readonly problem: string }>;
  /** Undefined if there is no such order. */
  findOrder(id: string): Promise<OrderStatus | undefined>;
}

export function createStorefront(shop: Shop): Express {
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
      else if (request.accepts(["html", "json"]) === "json") response.json(status);
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

function readBuyer(form: Readonly<Record<string, unknown>> = {}): Buyer {
  const text = (name: keyof Buyer) => String(form[name] ?? "").trim();
  return {
    firstName: text("firstName"),
    lastName: text("lastName"),
    email: text("email"),
    phone: text("phone"),
    country: text("country"),
  };
}
