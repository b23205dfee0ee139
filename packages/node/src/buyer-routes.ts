import { bodyLimit, type Gateway, type Observe, type Pages } from "@pay-index/core";
import { guarded, seeOther, send, sendJson, sendWord, wordOf } from "./answer.ts";
import { formFields } from "./form-fields.ts";
import type { HttpRequest } from "./http.ts";
import { readLeftBody } from "./request-body.ts";
import { type Route, told, type Visit } from "./route.ts";
import { orderLink } from "./shop-pages.ts";
import { waitingPage, waitingScript } from "./waiting-page.ts";

export interface BuyerRouteParts {
  readonly gateway: Gateway;
  readonly pages: Pages;
  readonly observe: Observe;
}

const read = ["GET", "HEAD"];

/** What the buyer's browser reaches. None of it changes anything. */
export function buyerRoutes(parts: BuyerRouteParts): [string, Route][] {
  return [
    [
      "return",
      {
        methods: [...read, "POST"],
        parts: 2,
        bodyMayBeLost: true,
        answer: (visit) => takeReturn(parts, visit),
        fail: told(parts, "return", failPage),
      },
    ],
    [
      "wait",
      { methods: read, parts: 2, answer: (visit) => wait(parts, visit), fail: told(parts, "wait", failPage) },
    ],
    [
      "status",
      {
        methods: read,
        parts: 2,
        answer: (visit) => status(parts, visit),
        fail: told(parts, "status", failWord),
      },
    ],
    ["wait.js", { methods: read, parts: 0, answer: sendScript, fail: failWord }],
  ];
}

/** The browser comes back from the payment page, by GET or by a form from another site, without a cookie (B-41). */
async function takeReturn({ gateway }: BuyerRouteParts, visit: Visit): Promise<void> {
  const { orderNumber, token } = keyOf(visit);
  const fields = { ...queryOf(visit.request), ...(await bodyFields(visit.request)) };
  const { hint, waitUrl } = await gateway.returned({ orderNumber, token, fields });
  seeOther(visit.response, hint === "fail" ? `${waitUrl}?hint=fail` : waitUrl);
}

async function wait({ gateway, pages }: BuyerRouteParts, visit: Visit): Promise<void> {
  const standing = await gateway.buyerStatus(keyOf(visit));
  if (standing.next !== undefined) {
    seeOther(visit.response, standing.next);
    return;
  }
  const reportedProblem = queryOf(visit.request).hint === "fail";
  send(visit.response, waitingPage({ reportedProblem, orderPage: orderLink(pages, standing) }));
}

async function status({ gateway }: BuyerRouteParts, visit: Visit): Promise<void> {
  const { state, next } = await gateway.buyerStatus(keyOf(visit));
  sendJson(visit.response, 200, { state, next });
}

function sendScript({ response }: Visit): void {
  const headers = {
    ...guarded,
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=3600",
  };
  send(response, { status: 200, headers, body: waitingScript });
}

/** A person is looking, perhaps one who has just paid: a store that is away for a moment must not look like a loss. */
function failPage({ response }: Visit, error: unknown): void {
  if (wordOf(error) === "later")
    send(response, waitingPage({ reportedProblem: false, orderPage: undefined }));
  else sendWord(response, wordOf(error));
}

function failWord({ response }: Visit, error: unknown): void {
  sendWord(response, wordOf(error));
}

function keyOf({ path: [orderNumber = "", token = ""] }: Visit) {
  return { orderNumber, token };
}

function queryOf({ url }: HttpRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.split("?").slice(1).join("?")));
}

async function bodyFields(request: HttpRequest): Promise<Readonly<Record<string, unknown>>> {
  return request.method === "POST" ? formFields(await readLeftBody(request, bodyLimit)) : {};
}
