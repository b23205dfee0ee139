import {
  type EventHandler,
  type Gateway,
  isPayIndexError,
  PayIndexError,
  type Problem,
  type Sale,
  type StartedAttempt,
} from "@pay-index/core";
import { type Pages, toEventError } from "@pay-index/core/adapter";
import type { CardDetails } from "@pay-index/core/protocol";
import type { PaymentKey } from "@pay-index/core/store";
import type { BuyerPageRenderer } from "./buyer-page-renderer.ts";
import { PostedCardForm, readCardForm } from "./card-form.ts";
import {
  type CardPaymentProblem,
  cardPaymentProblemReply,
  createCardPaymentProblem,
  prefersJson,
} from "./card-payment-problem.ts";
import type { CardRateLimits } from "./card-rate-limits.ts";
import { hostFailureCodeOf, jsonReply, refusalCodeOf, seeOtherReply } from "./http-replies.ts";
import type { ServerRequest } from "./http-types.ts";
import { minimumAmountText } from "./minimum-amount.ts";
import { decodePathPart, type Route, type RouteRequest, reportFailure, withFailureReport } from "./route.ts";

/** The parts of the path after `card`, decoded. They identify the order. */
type CardRoutePath = readonly string[];

/** The key of a payment, and the tenant whose merchant takes the card, if it is another one. */
export interface CardPaymentKey extends PaymentKey {
  readonly merchantTenant?: string;
}

/** The parts of a card route. */
export interface CardRouteDependencies {
  readonly gateway: Gateway;
  readonly pages: Pages;
  /** The number of path parts that identify the order. */
  readonly parts: number;
  /** Returns the payment of the path. The form must have its form token. */
  paymentOf(path: CardRoutePath): CardPaymentKey;
  /** Returns the sale from the server's own cart. Undefined if there is no such order, or nothing to pay. */
  sale(about: {
    readonly path: CardRoutePath;
    readonly request: ServerRequest;
    readonly card: CardDetails;
    readonly gateway: Gateway;
  }): Promise<Sale | undefined>;
  /** The origins whose pages can submit the form. */
  readonly origins: ReadonlySet<string>;
  readonly limits: CardRateLimits;
  readonly onEvent: EventHandler;
}

/**
 * Creates the route that accepts a card. Only this route reads the card. The sale comes from the shop. No response,
 * event or error contains card data (B-50).
 */
export function createCardRoute(parts: CardRouteDependencies, shown: BuyerPageRenderer): Route {
  return {
    methods: ["POST"],
    parts: parts.parts,
    async answer(visit) {
      const { request, path } = visit;
      // First, so that the parsed body is removed from the request, whatever follows.
      const form = await readCardForm(visit);
      const outcome = await checkAndCharge(parts, { visit, form, path: path.map(decodePathPart) });
      if ("code" in outcome) return cardPaymentProblemReply(request, outcome, shown);
      return prefersJson(request) ? jsonReply(200, toCardStartResult(outcome)) : seeOtherReply(outcome.url);
    },
    fail: withFailureReport(parts, "card", ({ request }, error) => {
      request.eraseBody();
      return cardPaymentProblemReply(request, toCardPaymentProblem(error), shown);
    }),
  };
}

interface CardSubmission {
  readonly visit: RouteRequest;
  readonly form: PostedCardForm | CardPaymentProblem;
  readonly path: CardRoutePath;
}

type CardRouteResult = CardStartResult | CardPaymentProblem;

/** Checks the protections in their order, then charges the card. */
async function checkAndCharge(
  parts: CardRouteDependencies,
  { visit, form, path }: CardSubmission,
): Promise<CardRouteResult> {
  const payment = parts.paymentOf(path);
  const shop = pagesKeyOf(payment);
  if (!isOwnOrigin(visit.request, parts.origins)) return createCardPaymentProblem("foreign");
  if (!(form instanceof PostedCardForm)) return form;
  try {
    if (!(await parts.gateway.isFormToken({ ...shop, token: form.formToken }))) return formExpiredProblem;
    return await chargeCard(parts, { visit, form, path }, payment);
  } catch (error) {
    reportFailure(parts, "card", error);
    return { ...toCardPaymentProblem(error), order: orderPageUrl(parts, shop) };
  }
}

/** The payment for the tenant whose pages the buyer sees. */
function pagesKeyOf({ tenant, merchantTenant, reference }: CardPaymentKey): PaymentKey {
  return { tenant: merchantTenant ?? tenant, reference };
}

/** Charges a card from a form of the shop. Each call counts as an attempt, even if nothing is sent to the gateway. */
async function chargeCard(
  parts: CardRouteDependencies,
  { visit: { request }, form, path }: CardSubmission & { readonly form: PostedCardForm },
  payment: CardPaymentKey,
): Promise<CardRouteResult> {
  const { tenant, reference } = payment;
  const pageTenant = pagesKeyOf(payment).tenant;
  const card = form.card();
  const address = request.ip ?? "";
  const retryAfter = await parts.limits.count({ reference: JSON.stringify([tenant, reference]), address });
  if (retryAfter !== undefined)
    return {
      ...tooManyAttemptsProblem,
      retryAfter,
      order: orderPageUrl(parts, { tenant: pageTenant, reference }),
    };
  const sale = await parts.sale({ path, request, card, gateway: parts.gateway });
  // A second click can arrive after the first one has paid the order, when nothing is left to pay.
  if (sale === undefined)
    return (
      (await parts.gateway.findPaidOrderPage({ tenant, reference, pageTenant })) ??
      createCardPaymentProblem("unknown")
    );
  requireSameOrder(sale, payment);
  return parts.gateway.start(sale);
}

/** The response to a script or an app: where the buyer continues, and where to read the state. */
type CardStartResult = Pick<StartedAttempt, "url" | "attemptId" | "statusUrl">;

/** Leaves out the other fields of `start`, which are not for the buyer. */
function toCardStartResult({ url, attemptId, statusUrl }: CardStartResult): CardStartResult {
  return { url, attemptId, statusUrl };
}

/** Returns the order page only for a form with a valid token of the order. */
function orderPageUrl({ pages, onEvent }: CardRouteDependencies, key: PaymentKey): string | undefined {
  try {
    return pages.orderPage({ ...key, state: "pending" });
  } catch (error) {
    onEvent({ event: "page-url-failed", ...key, error: toEventError(error) });
    return undefined;
  }
}

const formExpiredProblem: CardPaymentProblem = { status: 403, code: "form_expired" };
const tooManyAttemptsProblem: CardPaymentProblem = { status: 429, code: "too_many_attempts" };

/**
 * Whether the form is from a permitted origin. With a referrer policy of `no-referrer`, browsers send the origin `null`
 * even to the same site. Then Sec-Fetch-Site decides, which no page can change.
 */
function isOwnOrigin({ headers }: ServerRequest, origins: ReadonlySet<string>): boolean {
  const { origin } = headers;
  if (origin === "null") return headers["sec-fetch-site"] === "same-origin";
  return origin !== undefined && origins.has(origin);
}

function toCardPaymentProblem(error: unknown): CardPaymentProblem {
  if (isPayIndexError(error, "too_many_attempts"))
    return { ...tooManyAttemptsProblem, ...retryAfterOf(error) };
  if (isPayIndexError(error, "card_invalid") || isPayIndexError(error, "sale_invalid")) {
    const { code } = error;
    const problems = error.problems.map(({ path, message: what }) => ({
      path: path.replace(/^card\./, "card_"),
      message: what,
    }));
    return { status: 422, code: code as "card_invalid" | "sale_invalid", problems };
  }
  if (isPayIndexError(error, "amount_below_minimum"))
    return { status: 422, code: "amount_below_minimum", minimum: minimumAmountText(error) };
  if (refusalCodeOf(error) === "later") return createCardPaymentProblem("later");
  const word = hostFailureCodeOf(error);
  return createCardPaymentProblem(
    word === "large" || word === "charset" || word === "malformed" ? word : "failure",
  );
}

/** Returns the seconds until the next attempt of the reference is possible. */
function retryAfterOf({ retryAt }: PayIndexError): Pick<CardPaymentProblem, "retryAfter"> {
  return retryAt === undefined
    ? {}
    : { retryAfter: Math.max(1, Math.ceil((Date.parse(retryAt) - Date.now()) / 1000)) };
}

/** @throws PayIndexError `sale_invalid` if the shop returned the sale of another order than the form is for */
function requireSameOrder(sale: Sale, payment: CardPaymentKey): void {
  const { tenant = "default", merchantTenant = tenant } = sale;
  const problems = [
    ...(sale.reference === payment.reference ? [] : [differs("reference")]),
    ...(tenant === payment.tenant ? [] : [differs("tenant")]),
    ...(merchantTenant === pagesKeyOf(payment).tenant ? [] : [differs("merchantTenant")]),
  ];
  if (problems.length > 0)
    throw new PayIndexError("sale_invalid", "The sale does not belong to the order of the card form.", {
      problems,
    });
}

function differs(path: "reference" | "tenant" | "merchantTenant"): Problem {
  return { path, message: `must be the ${path} of the card form` };
}
