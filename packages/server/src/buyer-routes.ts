import { type BuyerStatus, type Gateway, isPayIndexError, toAmountText } from "@pay-index/core";
import { type Pages, startErrorKind, toEventError } from "@pay-index/core/adapter";
import { notificationBodyLimit, refusalReply } from "@pay-index/core/protocol";
import type { PageInput, PageKind } from "@pay-index/pages";
import type { BuyerPageDependencies, BuyerPageRenderer } from "./buyer-page-renderer.ts";
import { parseFormFields } from "./form-fields.ts";
import {
  buyerResponseHeaders,
  jsonReply,
  refusalCodeOf,
  seeOtherReply,
  withHeaders,
} from "./http-replies.ts";
import type { ServerReply, ServerRequest } from "./http-types.ts";
import { readRemainingBody } from "./request-body.ts";
import { type BuyerRouteName, type Route, type RouteRequest, withFailureReport } from "./route.ts";

export interface BuyerRouteDependencies extends BuyerPageDependencies {
  readonly gateway: Gateway;
  /** The shop's pages. */
  readonly pages: Pages;
}

interface BuyerRouteContext extends BuyerRouteDependencies {
  readonly shown: BuyerPageRenderer;
}

const readMethods = ["GET", "HEAD"];

/** Creates the routes for the buyer's browser. None of them changes a state; a payment link can start an attempt. */
export function createBuyerRoutes(
  given: BuyerRouteDependencies,
  shown: BuyerPageRenderer,
): [string, Route][] {
  const parts = { ...given, shown };
  const route = (
    name: BuyerRouteName,
    answer: (context: BuyerRouteContext, visit: RouteRequest) => Promise<ServerReply>,
    { method, fail = failurePage }: { readonly method?: string; readonly fail?: typeof failurePage } = {},
  ): [string, Route] => [
    name,
    {
      methods: method === undefined ? readMethods : [...readMethods, method],
      parts: 2,
      answer: (visit) => answer(parts, visit),
      fail: withFailureReport(parts, name, (visit, error) => fail(parts, visit, error)),
    },
  ];
  return [
    route("return", handleReturn, { method: "POST" }),
    route("wait", handleWait),
    route("status", handleStatus, { fail: failureCode }),
    route("state", handleState, {
      method: "OPTIONS",
      fail: (...given) => permitAnyOrigin(failureCode(...given)),
    }),
    route("link", handleLink, { fail: linkFailure }),
  ];
}

/** The browser returns from the payment page, by GET or with a form of another site, without a cookie (B-41). */
async function handleReturn({ gateway }: BuyerRouteContext, visit: RouteRequest): Promise<ServerReply> {
  const { attemptId, token } = attemptTokenOf(visit);
  const fields = { ...queryParameters(visit.request), ...(await readBodyFields(visit)) };
  const { hint, waitUrl } = await gateway.handleReturn({ attemptId, token, fields });
  return seeOtherReply(hint === "fail" ? `${waitUrl}?hint=fail` : waitUrl);
}

async function handleWait(parts: BuyerRouteContext, visit: RouteRequest): Promise<ServerReply> {
  const { request } = visit;
  const standing = await parts.gateway.buyerStatus(attemptTokenOf(visit));
  const kind = displayedPageKind(parts, standing);
  if (kind === undefined) return seeOtherReply(standing.url ?? "");
  const addresses = shopPageLinks(parts, standing);
  return parts.shown.reply(200, parts.shown.view(request, { kind, addresses, ...queryHints(request) }));
}

/** Returns the state of a page without scripts that its address carries from one reload to the next. */
function queryHints(request: ServerRequest): Pick<PageInput, "reported" | "asked"> {
  const { hint, asked = "" } = queryParameters(request);
  return { reported: hint !== undefined, asked: /^\d{1,4}$/.test(asked) ? Number(asked) : 0 };
}

/**
 * Returns the status for the waiting page. `page` is the kind of the page that its address displays now. Without it,
 * the page opens `url`.
 */
async function handleStatus(parts: BuyerRouteContext, visit: RouteRequest): Promise<ServerReply> {
  const standing = await parts.gateway.buyerStatus(attemptTokenOf(visit));
  const { state, url } = standing;
  return jsonReply(200, { state, url, page: displayedPageKind(parts, standing) });
}

/**
 * Returns the state to apps, and nothing else. Their web views have origins that no shop knows. The token in the
 * address is the authentication and no cookie is used, so any origin is permitted. Tools that monitor an app's requests
 * add headers, for which browsers send a preflight request.
 */
async function handleState({ gateway }: BuyerRouteContext, visit: RouteRequest): Promise<ServerReply> {
  if (visit.request.method === "OPTIONS") {
    const headers = { "access-control-allow-methods": "GET", "access-control-allow-headers": "*" };
    return permitAnyOrigin({ status: 200, headers: { ...buyerResponseHeaders, ...headers }, body: "" });
  }
  return permitAnyOrigin(jsonReply(200, { state: await gateway.attemptState(attemptTokenOf(visit)) }));
}

function permitAnyOrigin(reply: ServerReply): ServerReply {
  return withHeaders(reply, { "access-control-allow-origin": "*" });
}

/**
 * A payment link of staff. The page displays what is due, and only its link starts the payment: programs that preview messages open each
 * address in them.
 */
async function handleLink(parts: BuyerRouteContext, visit: RouteRequest): Promise<ServerReply> {
  const { request } = visit;
  const { gateway, shown } = parts;
  const { attemptId: linkId, token } = attemptTokenOf(visit);
  const goesOn = request.method === "GET" && queryParameters(request).pay !== undefined;
  const link = goesOn
    ? await gateway.openPaymentLink({ linkId, token, ...browserOf(request) })
    : await gateway.viewPaymentLink({ linkId, token });
  const reply = (status: number, input: Parameters<BuyerPageRenderer["view"]>[1]) =>
    shown.reply(status, shown.view(request, input));
  switch (link.state) {
    case "started":
      return seeOtherReply(link.url);
    case "open": {
      const { amount } = link;
      return reply(200, { kind: "link-open", amount: `${toAmountText(amount)} ${amount.currency}` });
    }
    case "paid": {
      const { reference, tenant } = link;
      const order = (await gateway.findPaidOrderPage({ reference, tenant }))?.url;
      return reply(200, { kind: "link-paid", addresses: { order } });
    }
    case "ended":
    case "withdrawn":
    case "nothing-due":
      return reply(200, { kind: `link-${link.state}` });
  }
}

/** If the sale itself was refused, the buyer was not charged and can open the link again. Otherwise they may have paid before. */
function linkFailure(parts: BuyerRouteContext, visit: RouteRequest, error: unknown): ServerReply {
  const kind = isPayIndexError(error) ? startErrorKind(error.code) : undefined;
  if (kind === undefined || kind === "unavailable") return failurePage(parts, visit, error);
  const { request } = visit;
  const [retry = ""] = `${request.baseUrl}${request.url}`.split("?", 1);
  const view = parts.shown.view(request, { kind: "unreachable", addresses: { retry } });
  return parts.shown.reply(503, view);
}

function browserOf({ ip = "", headers }: ServerRequest) {
  return { ip, userAgent: headers["user-agent"] ?? "unknown" };
}

/** Returns undefined if the buyer must be redirected, to the payment page or to the shop. */
function displayedPageKind({ pages }: BuyerRouteContext, standing: BuyerStatus): PageKind | undefined {
  const isOurs = pages.outcome === "ours" && standing.awaits === undefined;
  return standing.url === undefined || isOurs ? pageKindOf(standing) : undefined;
}

const paidPageKinds = {
  placing: "placing",
  placed: "placed",
  staff: "held",
} as const satisfies Record<NonNullable<BuyerStatus["order"]>, PageKind>;

function pageKindOf({ state, order, awaits, isUnreachable }: BuyerStatus): PageKind {
  if (isUnreachable) return "unreachable";
  switch (state) {
    case "paid":
      return paidPageKinds[order ?? "placing"];
    case "review":
    case "failed":
    case "closed":
    case "refunded":
      return state;
    case "approved":
    case "pending":
    case "created":
      return awaits === "answer" ? "starting" : "confirming";
  }
}

function shopPageLinks(
  { pages, onEvent }: BuyerRouteContext,
  { reference, tenant, state, url, awaits }: BuyerStatus,
) {
  if (awaits === undefined) return { order: url, retry: url };
  try {
    return { order: pages.orderPage({ reference, tenant, state }) };
  } catch (error) {
    onEvent({ event: "page-url-failed", tenant, reference, error: toEventError(error) });
    return {};
  }
}

/** The reader may have just paid: an unavailable store or an error of the shop must not look like a failed payment. */
function failurePage({ shown }: BuyerRouteContext, { request }: RouteRequest, error: unknown): ServerReply {
  const word = refusalCodeOf(error);
  if (word === "unknown") return refusalReply(word);
  const view = shown.view(request, { kind: "unavailable", ...queryHints(request) });
  return shown.reply(word === "later" ? 503 : 500, view);
}

function failureCode(_parts: BuyerRouteContext, _visit: RouteRequest, error: unknown): ServerReply {
  return refusalReply(refusalCodeOf(error));
}

function attemptTokenOf({ path: [attemptId = "", token = ""] }: RouteRequest) {
  return { attemptId, token };
}

function queryParameters({ url }: ServerRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.split("?").slice(1).join("?")));
}

async function readBodyFields({
  request,
  parserError,
}: RouteRequest): Promise<Readonly<Record<string, unknown>>> {
  if (request.method !== "POST" || parserError !== undefined) return {};
  return parseFormFields(await readRemainingBody(request, notificationBodyLimit));
}
