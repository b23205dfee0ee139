import type { AttemptStatus, Variant } from "@pay-index/core";
import type { CardInput } from "@pay-index/core/protocol";
import type {
  CheckoutSubscriptionPlan,
  HostShop,
  PaymentSubmission,
  SubmissionResult,
} from "../host-driver.ts";
import type { CheckoutAssertions } from "./checkout-assertions.ts";

/** One click on "pay", and the attempt that it started. */
export interface SubmittedAttempt {
  readonly order: CheckoutAssertions;
  readonly attemptId: string;
  readonly variant: Variant;
  /** The address that the shop sends the browser to. */
  readonly url: string;
}

/** The way in which the gateway sends a browser on: an address, or a form that the buyer submits there. */
export interface BrowserRedirect {
  readonly url: string;
  readonly form?: Readonly<Record<string, string>>;
}

/** The page that the buyer reaches in the end. */
export interface VisitedPage {
  readonly url: string;
  readonly status: number;
  /** Whether this is the shop's waiting page, which only reports that the payment is being confirmed. */
  readonly isWaiting: boolean;
}

/** Test cards of the sandbox. */
export const buyerCards = {
  good: createCard("4242424242424242"),
  declined: createCard("4000000000001018"),
  asks: createCard("4141414141414141"),
} as const;

function createCard(number: string): CardInput {
  return { number, month: "12", year: "2099", cvv: "0739" };
}

const teaPlan = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Tea each month",
  type: "monthly",
  description: "The same tea again each month",
  attempts: 3,
} as const;

/** A buyer with a browser that has no scripts and no cookies. */
export class Buyer {
  readonly #shop: HostShop;

  constructor(shop: HostShop) {
    this.#shop = shop;
  }

  /** Clicks "pay" and follows the redirect. */
  async submits(
    order: CheckoutAssertions,
    how: Variant | PaymentSubmission = "hosted",
  ): Promise<SubmittedAttempt> {
    const submission = typeof how === "string" ? createSubmission(how) : how;
    const submitted = await this.#shop.submit(order.checkout, submission);
    if ("refused" in submitted) throw new Error(`the shop did not take it: ${submitted.refused}`);
    const attempt = newestAttempt(await order.attempts());
    return { order, attemptId: attempt.attemptId, variant: submission.variant, url: submitted.url };
  }

  /** Goes on from a payment link to the gateway's page. Undefined: the shop's page says that the link cannot be paid. */
  async opensLink(
    order: CheckoutAssertions,
    link: { readonly url: string },
  ): Promise<SubmittedAttempt | undefined> {
    const response = await get(`${link.url}?pay=1`);
    const url = response.headers.get("location");
    if (url === null && response.status === 200) return undefined;
    if (url === null) throw new Error(`the payment link answered ${response.status}`);
    const { attemptId, variant } = newestAttempt(await order.attempts());
    return { order, attemptId, variant, url };
  }

  /** Starts a subscription to tea with a good card, which is charged at once. */
  subscribes(
    order: CheckoutAssertions,
    every: Partial<CheckoutSubscriptionPlan> = {},
  ): Promise<SubmittedAttempt> {
    return this.submits(order, {
      variant: "subscription",
      card: buyerCards.good,
      plan: { ...teaPlan, ...every },
    });
  }

  /** Clicks "pay" in a shop that may refuse the payment or crash. */
  clicks(order: CheckoutAssertions, how: Variant | PaymentSubmission = "hosted"): Promise<SubmissionResult> {
    return this.#shop.submit(order.checkout, typeof how === "string" ? createSubmission(how) : how);
  }

  /** Pays on the gateway's pages, unless the card has already paid. Returns the way back to the shop without following it. */
  pays(attempt: SubmittedAttempt): Promise<BrowserRedirect> {
    return this.#answers(attempt, "approve");
  }

  /** Gets declined on the gateway's pages, unless the card was already declined. Returns the way back to the shop without following it. */
  isDeclined(attempt: SubmittedAttempt): Promise<BrowserRedirect> {
    return this.#answers(attempt, "refuse");
  }

  /** Leaves the gateway's pages before the attempt has an outcome. Returns the way back to the shop without following it. */
  async leaves({ url }: SubmittedAttempt): Promise<BrowserRedirect> {
    return readRedirect(await get(`${orderPageUrl(url)}/return`));
  }

  /** Opens an address or submits a form, and follows all redirects. */
  async opens(way: BrowserRedirect | string): Promise<VisitedPage> {
    const { url: first, form } = typeof way === "string" ? { url: way } : way;
    let url = first;
    let response = await (form === undefined ? get(url) : post(url, form));
    for (let hops = 0; hops < 10; hops++) {
      const location = response.headers.get("location");
      if (location === null) {
        const isWaiting = url.startsWith(`${this.#shop.publicUrl}/wait/`);
        return { url, status: response.status, isWaiting };
      }
      url = new URL(location, url).href;
      response = await get(url);
    }
    throw new Error(`${first} redirects without an end`);
  }

  async #answers({ url, variant }: SubmittedAttempt, choice: "approve" | "refuse"): Promise<BrowserRedirect> {
    // A card without a challenge is already charged: the gateway displays no page.
    if (takesCardInShop(variant) && !url.endsWith("/3d")) return { url };
    const page = orderPageUrl(url);
    if (variant === "apm") {
      const method = /\/method\/([^/]+)/.exec(url)?.[1] ?? "alipay";
      return readRedirect(await post(`${page}/method/${method}`, { choice }));
    }
    if (url.endsWith("/3d")) return readRedirect(await post(`${page}/3d`, { choice }));
    const { number, month, year, cvv } = choice === "approve" ? buyerCards.good : buyerCards.declined;
    const answered = await post(`${page}/card`, { number, month, year, cvv });
    // The gateway displays the reason of a decline before it sends the buyer back.
    return readRedirect(choice === "approve" ? answered : await get(`${page}/return`));
  }
}

/** Returns whether the buyer enters the card in the shop. */
export function takesCardInShop(variant: Variant): boolean {
  return variant === "card" || variant === "subscription";
}

/** Returns the submission of a buyer who has a good card and subscribes to tea. */
export function createSubmission(variant: Variant, card: CardInput = buyerCards.good): PaymentSubmission {
  switch (variant) {
    case "card":
      return { variant, card };
    case "subscription":
      return { variant, card, plan: teaPlan };
    case "hosted":
    case "link":
    case "apm":
      return { variant };
  }
}

function newestAttempt(attempts: readonly AttemptStatus[]): AttemptStatus {
  const attempt = attempts.at(-1);
  if (attempt === undefined) throw new Error("the engine has no attempt of it");
  return attempt;
}

/** Returns the sandbox's page of an order, without the path after its unguessable name. */
function orderPageUrl(next: string): string {
  const page = /^.*\/pay\/[^/?]+/.exec(next)?.[0];
  if (page === undefined) throw new Error(`${next} is no page of the gateway`);
  return page;
}

/** Reads a redirect, or a page with one form that has all its fields. */
async function readRedirect(response: Response): Promise<BrowserRedirect> {
  const location = response.headers.get("location");
  if (location !== null) return { url: location };
  const page = await response.text();
  const url = /<form method="post" action="([^"]+)"/.exec(page)?.[1];
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  if (url === undefined || fields.length === 0)
    throw new Error(`${response.url} leads nowhere: ${response.status}`);
  return { url, form: Object.fromEntries(fields.map(([, name, value]) => [name, value])) };
}

const headers = { accept: "text/html", "user-agent": "Mozilla/5.0 (conformance)" };

function get(url: string): Promise<Response> {
  return fetch(url, { headers, redirect: "manual" });
}

function post(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}
