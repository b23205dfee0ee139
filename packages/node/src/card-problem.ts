import type { Problem, RefusalWord } from "@pay-index/core";
import { refusalStatus } from "@pay-index/core";
import { send, sendJson } from "./answer.ts";
import { barePage, escapeHtml } from "./bare-page.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";

/** Why a card was not charged, for a person and for a script. Never holds what was typed. */
export interface CardProblem {
  readonly status: number;
  readonly code: RefusalWord | "form_expired" | "too_many_attempts" | "card_invalid" | "sale_invalid";
  readonly message: string;
  readonly problems?: readonly Problem[];
  /** Seconds. */
  readonly retryAfter?: number;
}

const messages = {
  foreign: "This form was not sent from the shop's own page.",
  charset: "Send the card as an ordinary form.",
  malformed: "The form could not be read.",
  large: "The form is too large.",
  unknown: "There is nothing to pay here.",
  later: "The shop cannot take payments at this moment. Please try again in a minute.",
  failure:
    "The shop does not know whether your card was charged. Please check your order before you pay again.",
} as const satisfies Partial<Record<RefusalWord, string>>;

export function cardProblem(word: keyof typeof messages): CardProblem {
  return { status: refusalStatus[word], code: word, message: messages[word] };
}

/** JSON for a script that asks for it, a page for a form. Only a failure may have come after the gateway was asked. */
export function sendCardProblem(request: HttpRequest, response: HttpResponse, problem: CardProblem): void {
  const { status, code, message, problems = [], retryAfter } = problem;
  if (retryAfter !== undefined && !response.headersSent) response.setHeader("retry-after", retryAfter);
  if (prefersJson(request)) {
    sendJson(response, status, { code, message, problems });
    return;
  }
  const title = code === "failure" ? "Something went wrong" : "Your card was not charged";
  const list = problems.map(({ path, message: what }) => `<li>${escapeHtml(`${path}: ${what}`)}</li>`);
  const main = `<h1>${title}</h1>
<p>${escapeHtml(message)}</p>
${list.length === 0 ? "" : `<ul>${list.join("\n")}</ul>`}
<p>Use your browser's back button to return to the shop.</p>`;
  send(response, barePage({ status, title, main }));
}

export function prefersJson({ headers: { accept = "" } }: HttpRequest): boolean {
  return accept.includes("application/json") && !accept.includes("text/html");
}
