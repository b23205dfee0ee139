import { containsUrlToken, maskUrlTokens, type UrlTokenPredicate } from "../mask/mask-text.ts";
import type { Platform } from "../platform.ts";
import { canBeSaleAnswer } from "./messages/message-types.ts";
import { maskGatewayMessageText, parseGatewayJson } from "./parse-gateway-json.ts";
import { type FormAnswer, type NoAnswerReason, postForm } from "./post-form.ts";
import { classifyRefusalText } from "./refusal/classify-refusal-text.ts";
import { isWebAddress } from "./sale/text-schemas.ts";
import type { FormField } from "./signature/request-sign.ts";

/** Why the gateway's answer does not say what became of the sale. The sale may or may not have arrived, except with `not_connected`. */
export type UnknownSaleOutcomeReason =
  | NoAnswerReason
  /** The payment page is not served by https, which production requires. */
  | "insecure_url"
  | "empty"
  | "not_json"
  | "odd_status"
  | "no_url"
  /** The address that it names holds the notify token of the attempt, which no browser may learn. */
  | "notify_token";

/** The possible meanings of the response to a sale (RES-STATUS, RES-ERROR, RES-DUPLICATE, RES-UNKNOWN). None of them means "paid". */
export type SaleOutcome =
  | { readonly outcome: "redirect"; readonly url: string }
  | { readonly outcome: "approved"; readonly text?: string }
  | { readonly outcome: "declined"; readonly text?: string }
  | {
      readonly outcome: "rejected";
      /** The gateway has the order. It gets each order ID once, so the first copy of this request arrived (RES-DUPLICATE). */
      readonly duplicate: boolean;
      /** The text says neither this nor why the gateway refused the sale (RES-UNCLEAR). */
      readonly unclear?: true;
      readonly text?: string;
      readonly httpStatus?: number;
    }
  /** `httpStatus` is missing if no HTTP response arrived. */
  | { readonly outcome: "unknown"; readonly reason: UnknownSaleOutcomeReason; readonly httpStatus?: number };

const urlLimit = 8192;

/** The URL tokens of the attempt that was submitted: the gateway may repeat the addresses that it was sent. */
export interface SentUrlTokens {
  readonly notifyToken: string;
  readonly returnToken: string;
}

/** Classifies the body of an HTTP 200 answer. Never throws. */
export function readSaleResponse(body: string, sent: SentUrlTokens): SaleOutcome {
  const answer = parseGatewayJson(body, { isAnswer: (object) => Object.hasOwn(object, "status") });
  if (typeof answer === "string") return { outcome: "unknown", reason: answer };
  if (!canBeSaleAnswer(answer)) return { outcome: "unknown", reason: "odd_status" };
  const text = maskGatewayMessageText(answer.msg, maskSentTokens(sent));
  switch (answer.status) {
    case 0:
    case "0":
      return { outcome: "approved", ...text };
    case 1:
    case "1":
      return redirectOutcome(answer.url, sent);
    case 2:
    case "2":
      return classifyRefusalText(answer.msg) === "duplicate"
        ? { outcome: "rejected", duplicate: true, ...text }
        : { outcome: "declined", ...text };
    case "error": {
      const meaning = classifyRefusalText(answer.msg);
      const unclear = meaning === "unclear" ? { unclear: true as const } : {};
      return { outcome: "rejected", duplicate: meaning === "duplicate", ...unclear, ...text };
    }
    default:
      return { outcome: "unknown", reason: "odd_status" };
  }
}

/** The return token is allowed in it: the page leads the buyer back by it (RES-URL). */
function redirectOutcome(url: unknown, { notifyToken }: SentUrlTokens): SaleOutcome {
  const address = typeof url === "string" && url.length <= urlLimit ? url.trim() : "";
  if (!isWebAddress(address)) return { outcome: "unknown", reason: "no_url" };
  const { href } = new URL(address);
  // The parser drops tabs and line breaks, which may have parted the token.
  if ([address, href].some((text) => containsUrlToken(text, (token) => token === notifyToken)))
    return { outcome: "unknown", reason: "notify_token" };
  return { outcome: "redirect", url: href };
}

function maskSentTokens({ notifyToken, returnToken }: SentUrlTokens): (text: string) => string {
  const isToken: UrlTokenPredicate = (token) => token === notifyToken || token === returnToken;
  return (text) => maskUrlTokens(text, isToken);
}

export interface SaleSubmission {
  /** The gateway's base address; `/pay_index` is added (REQ-URL). */
  readonly gateway: string;
  readonly form: readonly FormField[];
  readonly sent: SentUrlTokens;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
}

/**
 * Sends one POST. Never repeats it, and follows no redirect. Never throws: every problem is an outcome, and an unclear
 * one is `unknown`.
 */
export async function submitSale(platform: Platform, submission: SaleSubmission): Promise<SaleOutcome> {
  const { gateway, form, sent, timeout } = submission;
  return readAnswer(await postForm(platform, { url: saleUrl(gateway), form, timeout }), sent);
}

/** Adds the HTTP status to the outcomes that the shop must investigate. */
function readAnswer(answer: FormAnswer, sent: SentUrlTokens): SaleOutcome {
  if (answer.outcome === "unknown") return answer;
  const outcome = readSaleResponse(answer.body, sent);
  const isFailure = outcome.outcome === "rejected" || outcome.outcome === "unknown";
  return isFailure ? { ...outcome, httpStatus: answer.httpStatus } : outcome;
}

export function saleUrl(gateway: string): string {
  return `${gateway.replace(/\/+$/, "")}/pay_index`;
}

/**
 * Returns `unknown` with `insecure_url` for a payment page without https, unless the sandbox is in use: everybody on the
 * buyer's network could read and replace such a page. The page may be on any host (RES-URL).
 */
export function refuseInsecurePaymentPage(
  outcome: SaleOutcome,
  { sandbox }: { readonly sandbox: boolean },
): SaleOutcome {
  if (outcome.outcome !== "redirect" || sandbox || new URL(outcome.url).protocol === "https:") return outcome;
  return { outcome: "unknown", reason: "insecure_url" };
}
