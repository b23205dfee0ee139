import type { Html } from "@pay-index-apps/demo/pages/html";
import { renderPageLayout } from "@pay-index-apps/demo/pages/page-layout";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { findActiveOrder, type Order } from "../shop-api/order.ts";
import type { StartedPayment } from "../shop-api/payment.ts";
import { ShopApi } from "../shop-api/shop-api.ts";

export interface PageResponse {
  readonly title: string;
  readonly content: Html;
  readonly status?: number;
  /** The buyer's cart, if the route knows it. `unknown` if the Shop API should not be called. */
  readonly cart?: Order | "unknown" | undefined;
}

/** One request of one buyer: its input, the Shop API for this buyer, and the possible responses. */
export class BuyerRequest {
  readonly request: Request;
  readonly api: ShopApi;
  readonly #response: Response;
  readonly #next: NextFunction;

  constructor(shopUrl: string, request: Request, [response, next]: [Response, NextFunction]) {
    this.request = request;
    this.api = new ShopApi(shopUrl, request);
    this.#response = response;
    this.#next = next;
  }

  /** Whether the browser sent a cookie of an earlier visit. */
  get hasSession(): boolean {
    return this.request.headers.cookie !== undefined;
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

  async show({ title, content, status = 200, cart }: PageResponse): Promise<void> {
    const known = cart === "unknown" ? undefined : (cart ?? (await findActiveOrder(this.api)));
    const pieces = known?.totalQuantity ?? 0;
    this.#handOnCookies();
    const text = renderPageLayout({ title, content, home: "/", cart: "/cart", pieces });
    this.#response.status(status).type("html").send(text);
  }

  /** Redirects the buyer. */
  go(address: string): void {
    this.#handOnCookies();
    this.#response.redirect(303, address);
  }

  /** Redirects the buyer to the payment. A page with scripts opens the payment itself and reads the result. */
  pay({ url, attemptId, statusUrl }: StartedPayment): void {
    if (this.request.accepts(["html", "json"]) === "html" || statusUrl === null) {
      this.go(url);
      return;
    }
    this.#handOnCookies();
    this.#response.json({ url, attemptId, statusUrl });
  }

  notHere(): void {
    this.#next();
  }

  #handOnCookies(): void {
    if (this.api.newCookies.length > 0) this.#response.append("set-cookie", [...this.api.newCookies]);
  }
}

/** For steps that need a cart with contents. */
export function stepWithCart(route: RouteFactory) {
  return (step: (visit: BuyerRequest, order: Order) => Promise<void> | void): RequestHandler =>
    route(async (visit) => {
      const order = await findActiveOrder(visit.api);
      return order === undefined ? visit.go("/cart") : step(visit, order);
    });
}

/** Creates a route from a function. */
export type RouteFactory = (answer: (visit: BuyerRequest) => Promise<void> | void) => RequestHandler;

export function createRouteFactory(shopUrl: string): RouteFactory {
  return (answer) => async (request, response, next) =>
    answer(new BuyerRequest(shopUrl, request, [response, next]));
}
