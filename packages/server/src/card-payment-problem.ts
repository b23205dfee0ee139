import type { Problem } from "@pay-index/core";
import { httpStatusByRefusalCode } from "@pay-index/core/protocol";
import type { CardRefusalReason } from "@pay-index/pages";
import type { BuyerPageRenderer } from "./buyer-page-renderer.ts";
import { jsonReply, withHeaders } from "./http-replies.ts";
import type { ServerReply, ServerRequest } from "./http-types.ts";

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

/** Returns the problem with the same texts: as JSON to a script, as a page to a form. */
export function cardPaymentProblemReply(
  request: ServerRequest,
  problem: CardPaymentProblem,
  shown: BuyerPageRenderer,
): ServerReply {
  const { status, code, problems = [], minimum, order, retryAfter } = problem;
  const view = shown.view(
    request,
    code === "failure"
      ? { kind: "card-unclear", addresses: { order } }
      : { kind: "card-refused", card: { refusal: code, problems, minimum }, addresses: { order } },
  );
  const reply = prefersJson(request)
    ? jsonReply(status, { code, message: view.text[0], problems })
    : shown.reply(status, view);
  return retryAfter === undefined ? reply : withHeaders(reply, { "retry-after": String(retryAfter) });
}

export function prefersJson({ headers: { accept = "" } }: ServerRequest): boolean {
  return accept.includes("application/json") && !accept.includes("text/html");
}
