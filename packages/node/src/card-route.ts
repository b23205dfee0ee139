import {
  type BookKey,
  type CardDetails,
  eventError,
  type Gateway,
  isPayIndexError,
  type Observe,
  type Pages,
  PayIndexError,
  type Sale,
  type Started,
} from "@pay-index/core";
import { seeOther, sendJson, wordOf, wordOfHost } from "./answer.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import type { BuyerPages } from "./buyer-pages.ts";
import { CardForm, readCardForm } from "./card-form.ts";
import { type CardProblem, cardProblem, prefersJson, sendCardProblem } from "./card-problem.ts";
import type { HttpRequest } from "./http.ts";
import { dropBody } from "./request-body.ts";
import { type Route, tell, told, type Visit } from "./route.ts";

/** What a card is sent for: the parts of the path after `card`, decoded. */
type CardPath = readonly string[];

/** The key of a payment, and whose merchant takes the card if that is another tenant. */
export interface CardBook extends BookKey {
  readonly merchantTenant?: string;
}

export interface CardRouteParts {
  readonly gateway: Gateway;
  readonly pages: Pages;
  /** How many parts of the path say what is paid. */
  readonly parts: number;
  /** What is paid, and whose form token the form must carry. */
  book(path: CardPath): CardBook;
  /** What is paid, from the server's own cart. Undefined: there is no such order, or nothing to pay for it. */
  sale(about: {
    readonly path: CardPath;
    readonly request: HttpRequest;
    readonly card: CardDetails;
  }): Promise<Sale | undefined>;
  /** Whose pages may send the form. */
  readonly origins: ReadonlySet<string>;
  readonly limits: AttemptLimits;
  readonly observe: Observe;
}

/**
 * A card on its way from the buyer to the gateway. It is read here and nowhere else, what it pays comes from the shop, and
 * nothing of it is in an answer, an event or an error (B-50).
 */
export function cardRoute(parts: CardRouteParts, shown: BuyerPages): Route {
  return {
    methods: ["POST"],
    parts: parts.parts,
    async answer(visit) {
      const { request, response, path } = visit;
      // First of all, so that whatever a parser of the host left on the request is off it, however this ends.
      const form = await readCardForm(visit);
      const outcome = await charge(parts, { visit, form, path: path.map(decode) });
      if ("code" in outcome) sendCardProblem(visit, outcome, shown);
      else if (prefersJson(request)) sendJson(response, 200, goingOn(outcome));
      else seeOther(response, outcome.next);
    },
    fail: told(parts, "card", (visit, error) => {
      dropBody(visit.request);
      sendCardProblem(visit, problemOf(error), shown);
    }),
  };
}

interface Attempt {
  readonly visit: Visit;
  readonly form: CardForm | CardProblem;
  readonly path: CardPath;
}

type Charged = GoingOn | CardProblem;

/** One protection after the other. */
async function charge(parts: CardRouteParts, { visit, form, path }: Attempt): Promise<Charged> {
  const book = parts.book(path);
  const shop = shopOf(book);
  if (!isOwnOrigin(visit.request, parts.origins)) return cardProblem("foreign");
  if (!(form instanceof CardForm)) return form;
  try {
    if (!(await parts.gateway.isFormToken({ ...shop, token: form.formToken }))) return expired;
    return await chargeOrder(parts, { visit, form, path }, book);
  } catch (error) {
    tell(parts, "card", error);
    return { ...problemOf(error), order: orderPageOf(parts, shop) };
  }
}

/** The tenant whose pages the buyer sees. */
function shopOf({ tenant, merchantTenant, reference }: CardBook): BookKey {
  return { tenant: merchantTenant ?? tenant, reference };
}

/** From a form of the shop's own. Each counts as an attempt, whether or not it gets as far as the gateway. */
async function chargeOrder(
  parts: CardRouteParts,
  { visit: { request }, form, path }: Attempt & { readonly form: CardForm },
  book: CardBook,
): Promise<Charged> {
  const { tenant, reference } = book;
  const card = form.card();
  const address = request.ip ?? request.socket.remoteAddress ?? "";
  const retryAfter = await parts.limits.count({ reference: `${tenant} ${reference}`, address });
  if (retryAfter !== undefined) return { ...tooMany, retryAfter, order: orderPageOf(parts, shopOf(book)) };
  const sale = await parts.sale({ path, request, card });
  if (sale === undefined) return (await paidBefore(parts, book)) ?? cardProblem("unknown");
  const { tenant: owner = "default", merchantTenant = owner } = sale;
  if (sale.reference !== reference || owner !== tenant || merchantTenant !== shopOf(book).tenant)
    throw otherReference();
  return parts.gateway.start(sale);
}

/** For the script of a page, or an app: where the buyer goes on, and where to ask how it ended. */
type GoingOn = Pick<Started, "next" | "orderNumber" | "statusUrl">;

/** Nothing else of what `start` gave is the buyer's business. */
function goingOn({ next, orderNumber, statusUrl }: GoingOn): GoingOn {
  return { next, orderNumber, statusUrl };
}

/** A second click comes when the first has paid the order, and there is nothing left to pay then. */
async function paidBefore({ gateway, pages }: CardRouteParts, book: CardBook): Promise<GoingOn | undefined> {
  const { tenant, reference } = book;
  const { state, payments } = await gateway.status({ tenant, reference });
  const paid = payments.find((payment) => payment.state === state);
  if (paid === undefined || (state !== "paid" && state !== "review")) return undefined;
  return { ...paid, next: pages.orderPage({ ...shopOf(book), state }) };
}

/** Only whoever has shown a token of the order's own form hears where its page is. */
function orderPageOf({ pages, observe }: CardRouteParts, book: BookKey): string | undefined {
  try {
    return pages.orderPage({ ...book, state: "pending" });
  } catch (error) {
    observe({ event: "page-failed", ...book, error: eventError(error) });
    return undefined;
  }
}

const expired: CardProblem = { status: 403, code: "form_expired" };
const tooMany: CardProblem = { status: 429, code: "too_many_attempts" };

/**
 * A browser says where a form came from. Under a referrer policy of `no-referrer` it says `null`, to its own site too, and
 * then Sec-Fetch-Site, which no page can write, has to say it.
 */
function isOwnOrigin({ headers }: HttpRequest, origins: ReadonlySet<string>): boolean {
  const { origin } = headers;
  if (origin === "null") return headers["sec-fetch-site"] === "same-origin";
  return origin !== undefined && origins.has(origin);
}

function problemOf(error: unknown): CardProblem {
  if (isPayIndexError(error, "too_many_attempts")) return { ...tooMany, ...retryAfterOf(error) };
  if (isPayIndexError(error, "card_invalid") || isPayIndexError(error, "sale_invalid")) {
    const { code } = error;
    const problems = error.problems.map(({ path, message: what }) => ({
      path: path.replace(/^card\./, "card_"),
      message: what,
    }));
    return { status: 422, code: code as "card_invalid" | "sale_invalid", problems };
  }
  if (wordOf(error) === "later") return cardProblem("later");
  const word = wordOfHost(error);
  return cardProblem(word === "large" || word === "charset" || word === "malformed" ? word : "failure");
}

/** Seconds until the reference takes the next attempt. */
function retryAfterOf({ retryAt }: PayIndexError): Pick<CardProblem, "retryAfter"> {
  return retryAt === undefined
    ? {}
    : { retryAfter: Math.max(1, Math.ceil((Date.parse(retryAt) - Date.now()) / 1000)) };
}

function otherReference(): PayIndexError {
  return new PayIndexError("sale_invalid", "The sale is another one than the form is for.", {
    problems: [{ path: "reference", message: "must be the reference that the form is for" }],
  });
}

/** A reference that cannot be decoded has no form token. */
function decode(part = ""): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
