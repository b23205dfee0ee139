import type { Problem } from "@pay-index/core";
import { httpStatusByRefusalCode } from "@pay-index/core/protocol";
import type { CardRefusalReason } from "@pay-index/pages";
import type { BuyerPageRenderer } from "./buyer-page-renderer.ts";
import { sendJson, sendReply } from "./http-replies.ts";
import type { HttpRequest } from "./http-types.ts";
import type { RouteRequest } from "./route.ts";

/** Why a card was not charged, or that the result is not known. Never contains the entered values. */
export interface CardPaymentProblem {
  readonly status: number;
  /** Only with `failure` can the sale have been sent to the gateway. */
  readonly code: CardRefusalReason | "failure";
  readonly problems?: readonly Problem[];
  /** The smallest amount that can be charged, such as `5.00 USD`. Only with `amount_below_minimum`. */
  readonly minimum?: string | undefined;
  /** The page of the order that the card was for. */
  readonly order?: string | undefined;
  /** Seconds. */
  readonly retryAfter?: number;
}

export function createCardPaymentProblem(
  word: Extract<keyof typeof httpStatusByRefusalCode, CardPaymentProblem["code"]>,
): CardPaymentProblem {
  return { status: httpStatusByRefusalCode[word], code: word };
}

/** Sends the problem with the same texts: as JSON to a script, as a page to a form. */
export function sendCardPaymentProblem(
  visit: RouteRequest,
  problem: CardPaymentProblem,
  shown: BuyerPageRenderer,
): void {
  const { request, response } = visit;
  const { status, code, problems = [], minimum, order, retryAfter } = problem;
  if (retryAfter !== undefined && !response.headersSent) response.setHeader("retry-after", retryAfter);
  const view = shown.view(
    request,
    code === "failure"
      ? { kind: "card-unclear", addresses: { order } }
      : { kind: "card-refused", card: { refusal: code, problems, minimum }, addresses: { order } },
  );
  if (prefersJson(request)) sendJson(response, status, { code, message: view.text[0], problems });
  else sendReply(response, shown.reply(status, view));
}

export function prefersJson({ headers: { accept = "" } }: HttpRequest): boolean {
  return accept.includes("application/json") && !accept.includes("text/html");
}
