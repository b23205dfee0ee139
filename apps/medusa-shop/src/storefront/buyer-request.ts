import type { Html } from "@pay-index-apps/demo/pages/html";
import { renderPageLayout } from "@pay-index-apps/demo/pages/page-layout";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { type Cart, createCart, findCart } from "../store-api/cart.ts";
import type { StartedPayment } from "../store-api/payment.ts";
import { StoreApi, type StoreApiSettings } from "../store-api/store-api.ts";

export interface PageResponse {
  readonly title: string;
  readonly content: Html;
  readonly status?: number;
  /** The buyer's cart, if the route knows it. `unknown` if the Store API should not be called. */
  readonly cart?: Cart | "unknown" | undefined;
}

/** One request of one buyer: its input, the Store API for this buyer, and the possible responses. */
export class BuyerRequest {
  readonly request: Request;
  readonly api: StoreApi;
  readonly #response: Response;
  readonly #next: NextFunction;

  constructor(place: StoreApiSettings, request: Request, [response, next]: [Response, NextFunction]) {
    this.request = request;
    this.api = new StoreApi(place, request);
    this.#response = response;
    this.#next = next;
  }

  /** Whether the browser sent the cookie of a cart. */
  get hasCart(): boolean {
    return this.#cookie() !== "";
  }

  /** Returns a part of the path by its name. */
  part(name: string): string {
    const part = this.request.params[name];
    return typeof part === "string" ? part : "";
  }

  /** Returns a field of the posted form. */
  posted(name: string): string {
    const value: unknown = Object(this.request.body)[name];
    return typeof value === "string" ? value : "";
  }

  /** Returns the buyer's cart. Undefined if there is none, and after it became an order. */
  async cart(): Promise<Cart | undefined> {
    const id = this.#cookie();
    const cart = id === "" ? undefined : await findCart(this.api, id);
    return cart?.completed_at == null ? cart : undefined;
  }

  /**
   * Returns the id of the buyer's cart, and creates it if necessary. Everybody who knows the id can use the cart, so
   * scripts must not read it.
   */
  async openCart(): Promise<string> {
    const cart = (await this.cart())?.id ?? (await createCart(this.api));
    this.#response.append("set-cookie", `cart=${cart}; Path=/; HttpOnly; SameSite=Lax`);
    return cart;
  }

  async show({ title, content, status = 200, cart }: PageResponse): Promise<void> {
    const known = cart === "unknown" ? undefined : (cart ?? (await this.cart()));
    const pieces = (known?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
    const text = renderPageLayout({ title, content, home: "/", cart: "/cart", pieces });
    this.#response.status(status).type("html").send(text);
  }

  /** Redirects the buyer. */
  go(address: string): void {
    this.#response.redirect(303, address);
  }

  /** Redirects the buyer to the payment. A page with scripts opens the payment itself and reads the result. */
  pay({ url, attempt_id: attemptId, status_url: statusUrl }: StartedPayment): void {
    if (this.request.accepts(["html", "json"]) === "json") this.#response.json({ url, attemptId, statusUrl });
    else this.go(url);
  }

  notHere(): void {
    this.#next();
  }

  #cookie(): string {
    return /(?:^|;\s*)cart=(cart_\w+)/.exec(this.request.headers.cookie ?? "")?.[1] ?? "";
  }
}

/** For steps that need a cart with contents. */
export function stepWithCart(route: RouteFactory) {
  return (step: (visit: BuyerRequest, cart: Cart) => Promise<void> | void): RequestHandler =>
    route(async (visit) => {
      const cart = await visit.cart();
      return cart === undefined || cart.items.length === 0 ? visit.go("/cart") : step(visit, cart);
    });
}

/** Creates a route from a function. */
export type RouteFactory = (answer: (visit: BuyerRequest) => Promise<void> | void) => RequestHandler;

export function createRouteFactory(placeOf: (request: Request) => Promise<StoreApiSettings>): RouteFactory {
  return (answer) => async (request, response, next) =>
    answer(new BuyerRequest(await placeOf(request), request, [response, next]));
}
