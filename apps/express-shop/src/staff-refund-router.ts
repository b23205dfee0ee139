import { createHash, timingSafeEqual } from "node:crypto";
import { fromAmountText, isPayIndexError, type PayIndexError } from "@pay-index/express";
import express, { type NextFunction, type Request, type Response, type Router } from "express";
import type { Order } from "./orders/orders.ts";
import type { ShopServices } from "./payments.ts";

interface StaffRoutes extends ShopServices {
  /** The secret that staff send as a bearer token. A real shop has a login for each person. */
  readonly token: string;
}

/**
 * Creates the routes of the shop's staff. `POST /orders/:order/refunds` refunds a part of an order through the gateway:
 * `{ "amount": "5.00", "reason": "One cup was broken.", "idempotencyKey": "return-7" }`. The currency is the order's.
 */
export function createStaffRefundRouter({ token, orders, pay }: StaffRoutes): Router {
  const router = express.Router();
  // The token comes first: a stranger learns neither which orders exist nor what a request must contain.
  router.use(requireToken(token));
  router.post("/orders/:order/refunds", requireJson, parseJson, async (request, response) => {
    const order = await orders.find(String(request.params.order));
    if (order === undefined) return sendProblem(response, 404, { message: "There is no such order." });
    const { state, text, refundId } = await pay.refund(readRefund(order, request.body));
    response.json({ state, text, refundId });
  });
  router.use((_request, response) => sendProblem(response, 404, { message: "This address does not exist." }));
  router.use(sendError);
  return router;
}

/** Compares digests: they have one length, so the time of the comparison says nothing about the token. */
function requireToken(token: string) {
  const expected = digestOf(`Bearer ${token}`);
  return ({ headers }: Request, response: Response, next: NextFunction): void => {
    if (timingSafeEqual(digestOf(headers.authorization ?? ""), expected)) next();
    else {
      response.set("www-authenticate", "Bearer");
      sendProblem(response, 401, { message: "The bearer token is missing or wrong." });
    }
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

const parseJson = express.json({ limit: "4kb" });

function requireJson(request: Request, response: Response, next: NextFunction): void {
  if (request.is("application/json")) next();
  else sendProblem(response, 415, { message: "Send JSON, with the content type application/json." });
}

/** Reads the refund of an order, or of a renewal: a cycle of the first order paid that. `pay.refund` checks the fields. */
function readRefund({ id, currency, renews }: Order, body: unknown) {
  const { amount, reason, idempotencyKey } = Object(body) as Record<string, unknown>;
  return {
    ...(renews === undefined ? { reference: id } : { reference: renews.order, cycle: renews.cycle }),
    amount: fromAmountText(asText(amount), currency),
    reason: asText(reason),
    idempotencyKey: asText(idempotencyKey),
    operator: { id: "staff" },
  };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Express recognizes an error handler by its four arguments. */
// biome-ignore lint/complexity/useMaxParams: Express tells an error handler by them
function sendError(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  if (isPayIndexError(error)) sendProblem(response, statusOf(error), error);
  else if (isRefusedBody(error))
    sendProblem(response, error.status, { message: "The request has no readable JSON." });
  else {
    console.error(`trouble: ${Object(error).name}`);
    sendProblem(response, 500, {
      message: "Something went wrong. Send the same request with the same key again.",
    });
  }
}

/** The error of Express's JSON parser. Its message can contain the body, so nobody gets it. */
function isRefusedBody(error: unknown): error is { readonly status: number } {
  const { status } = Object(error) as { readonly status?: unknown };
  return typeof status === "number" && status >= 400 && status < 500;
}

function statusOf({ code }: PayIndexError): number {
  switch (code) {
    case "refund_invalid":
    case "money_invalid":
      return 422;
    case "operation_disabled":
      return 409;
    default:
      return 503;
  }
}

/** The messages of pay-index say what is wrong and what to do. They contain no key, card or value of a field. */
function sendProblem(
  response: Response,
  status: number,
  { message, code, problems }: { message: string; code?: string; problems?: PayIndexError["problems"] },
): void {
  response.status(status).json({ message, code, problems });
}
