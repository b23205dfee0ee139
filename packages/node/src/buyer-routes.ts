import { type BuyerStatus, bodyLimit, eventError, type Gateway, type Pages } from "@pay-index/core";
import type { PageInput, PageKind } from "@pay-index/pages";
import { guarded, seeOther, send, sendJson, sendWord, wordOf } from "./answer.ts";
import type { BuyerPages, PageParts } from "./buyer-pages.ts";
import { formFields } from "./form-fields.ts";
import type { HttpRequest } from "./http.ts";
import { readLeftBody } from "./request-body.ts";
import { type Route, told, type Visit } from "./route.ts";

export interface BuyerRouteParts extends PageParts {
  readonly gateway: Gateway;
  /** The shop's pages. */
  readonly pages: Pages;
}

interface Parts extends BuyerRouteParts {
  readonly shown: BuyerPages;
}

const read = ["GET", "HEAD"];

/** What the buyer's browser reaches. None of it changes anything. */
export function buyerRoutes(given: BuyerRouteParts, shown: BuyerPages): [string, Route][] {
  const parts = { ...given, shown };
  const fail: Route["fail"] = (visit, error) => failPage(parts, visit, error);
  return [
    [
      "return",
      {
        methods: [...read, "POST"],
        parts: 2,
        answer: (visit) => takeReturn(parts, visit),
        fail: told(parts, "return", fail),
      },
    ],
    [
      "wait",
      { methods: read, parts: 2, answer: (visit) => wait(parts, visit), fail: told(parts, "wait", fail) },
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
    [
      "state",
      {
        methods: [...read, "OPTIONS"],
        parts: 2,
        answer: (visit) => state(parts, visit),
        fail: told(parts, "state", failWord),
      },
    ],
  ];
}

/** The browser comes back from the payment page, by GET or by a form from another site, without a cookie (B-41). */
async function takeReturn({ gateway }: Parts, visit: Visit): Promise<void> {
  const { orderNumber, token } = keyOf(visit);
  const fields = { ...queryOf(visit.request), ...(await bodyFields(visit)) };
  const { hint, waitUrl } = await gateway.returned({ orderNumber, token, fields });
  seeOther(visit.response, hint === "fail" ? `${waitUrl}?hint=fail` : waitUrl);
}

async function wait(parts: Parts, visit: Visit): Promise<void> {
  const { request, response } = visit;
  const standing = await parts.gateway.buyerStatus(keyOf(visit));
  const kind = shownKind(parts, standing);
  if (kind === undefined) {
    seeOther(response, standing.next ?? "");
    return;
  }
  const addresses = addressesOf(parts, standing);
  send(response, parts.shown.reply(200, parts.shown.view(request, { kind, addresses, ...saidBy(request) })));
}

/** What a browser without scripts carries from one look to the next. */
function saidBy(request: HttpRequest): Pick<PageInput, "reported" | "asked"> {
  const { hint, asked = "" } = queryOf(request);
  return { reported: hint !== undefined, asked: /^\d{1,4}$/.test(asked) ? Number(asked) : 0 };
}

/** `page` is the kind of the page that the waiting page's address shows now; without one it leads to `next`. */
async function status(parts: Parts, visit: Visit): Promise<void> {
  const standing = await parts.gateway.buyerStatus(keyOf(visit));
  const { state, next } = standing;
  sendJson(visit.response, 200, { state, next, page: shownKind(parts, standing) });
}

/**
 * For apps, and nothing but the state. Their web views are of origins that no shop knows, and the address is the key: no cookie is
 * asked for, so any origin may ask. What watches an app's requests adds headers of its own to them, which browsers ask about first.
 */
async function state({ gateway }: Parts, visit: Visit): Promise<void> {
  const { request, response } = visit;
  response.setHeader("access-control-allow-origin", "*");
  if (request.method === "OPTIONS") {
    const headers = { "access-control-allow-methods": "GET", "access-control-allow-headers": "*" };
    send(response, { status: 200, headers: { ...guarded, ...headers }, body: "" });
    return;
  }
  sendJson(response, 200, { state: await gateway.attemptState(keyOf(visit)) });
}

/** Undefined: the buyer belongs elsewhere, at the payment page or in the shop. */
function shownKind({ pages }: Parts, standing: BuyerStatus): PageKind | undefined {
  const isOurs = pages.outcome === "ours" && standing.awaits === undefined;
  return standing.next === undefined || isOurs ? kindOf(standing) : undefined;
}

const paidKinds = {
  placing: "placing",
  placed: "placed",
  staff: "held",
} as const satisfies Record<NonNullable<BuyerStatus["order"]>, PageKind>;

function kindOf({ state, order, awaits, isUnreachable }: BuyerStatus): PageKind {
  if (isUnreachable) return "unreachable";
  switch (state) {
    case "paid":
      return paidKinds[order ?? "placing"];
    case "review":
    case "failed":
    case "closed":
      return state;
    case "approved":
    case "pending":
    case "created":
      return awaits === "answer" ? "starting" : "confirming";
  }
}

function addressesOf({ pages, observe }: Parts, { reference, tenant, state, next, awaits }: BuyerStatus) {
  if (awaits === undefined) return { order: next, retry: next };
  try {
    return { order: pages.orderPage({ reference, tenant, state }) };
  } catch (error) {
    observe({ event: "page-failed", tenant, reference, error: eventError(error) });
    return {};
  }
}

/**
 * A person is looking, perhaps one who has just paid: neither a store that is away for a moment nor anything of the shop that
 * fails on the way here may look like a loss.
 */
function failPage({ shown }: Parts, { request, response }: Visit, error: unknown): void {
  const word = wordOf(error);
  if (word === "unknown") {
    sendWord(response, word);
    return;
  }
  const view = shown.view(request, { kind: "unavailable", ...saidBy(request) });
  send(response, shown.reply(word === "later" ? 503 : 500, view));
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

async function bodyFields({ request, parserError }: Visit): Promise<Readonly<Record<string, unknown>>> {
  if (request.method !== "POST" || parserError !== undefined) return {};
  return formFields(await readLeftBody(request, bodyLimit));
}
