import type { Html } from "@pay-index-apps/demo/pages/html";
import { renderPage } from "@pay-index-apps/demo/pages/page-layout";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { findActiveOrder, type Order } from "../shop-api/order.ts";
import type { StartedPayment } from "../shop-api/payment.ts";
import { ShopApi } from "../shop-api/shop-api.ts";

export interface BuyerResponse {
  readonly title: string;
  readonly content: Html;
  readonly status?: number;
  /** The buyer's cart where the route knows it already, and `unknown` where the Shop API had better not be asked. */
  readonly cart?: Order | "unknown" | undefined;
}

/** One request of one buyer: what they ask, the Shop API in their name, and the ways to answer. */
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

  /** Whether the browser has brought a cookie of an earlier visit. */
  get hasSession(): boolean {
    return this.request.headers.cookie !== undefined;
  }

  /** The named part of the path. */
  part(name: string): string {
    const part = this.request.params[name];
    return typeof part === "string" ? part : "";
  }

  /** A field of the posted form. */
  posted(name: string): string {
    const value: unknown = Object(this.request.body)[name];
    return typeof value === "string" ? value : "";
  }

  async show({ title, content, status = 200, cart }: BuyerResponse): Promise<void> {
    const known = cart === "unknown" ? undefined : (cart ?? (await findActiveOrder(this.api)));
    const pieces = known?.totalQuantity ?? 0;
    this.#handOnCookies();
    const text = renderPage({ title, content, home: "/", cart: "/cart", pieces });
    this.#response.status(status).type("html").send(text);
  }

  /** Sends the buyer on. */
  go(address: string): void {
    this.#handOnCookies();
    this.#response.redirect(303, address);
  }

  /** Sends the buyer on to pay. A page that has scripts opens the payment itself, and asks how it ended. */
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

/** For steps that make sense only with something in the cart. */
export function requireCart(route: Route) {
  return (step: (visit: BuyerRequest, order: Order) => Promise<void> | void): RequestHandler =>
    route(async (visit) => {
      const order = await findActiveOrder(visit.api);
      return order === undefined ? visit.go("/cart") : step(visit, order);
    });
}

/** Makes a route out of what is done on a visit. */
export type Route = (answer: (visit: BuyerRequest) => Promise<void> | void) => RequestHandler;

export function createRoutes(shopUrl: string): Route {
  return (answer) => async (request, response, next) =>
    answer(new BuyerRequest(shopUrl, request, [response, next]));
}
