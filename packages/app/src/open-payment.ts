import { ignoreErrors } from "./ignore-errors.ts";
import type { PaymentPageOpener, PaymentPageOutcome, PaymentStorage } from "./payment-page-opener.ts";
import { isPaymentPageProblem, type PaymentResult, resultFactory } from "./payment-result.ts";
import { pollPaymentStatus, type ShopPaymentStatusSource } from "./poll-payment-status.ts";
import { clearResumablePayment, loadResumablePayment, saveResumablePayment } from "./resumable-payment.ts";
import { isOtherAttempt, isWebUrl, readOrderIdFromUrl, readPaymentStatusFromUrl } from "./return-url.ts";

/** The options of `resumePayment`. */
export interface ResumePaymentOptions {
  /** Opens the payment page on this platform: `sameTab`, `popUp`, `expoBrowser` and others. */
  readonly browser: PaymentPageOpener;
  /**
   * The source of the state: an address of the shop, or a function. Without it, the result comes from the buyer's redirect, which
   * anybody can forge, and `confirmed` is false. Required with an adapter, because its order page gets no result in the query.
   */
  readonly status?: ShopPaymentStatusSource | undefined;
  /**
   * Milliseconds during which the shop is asked for a final state. Default: 10,000. If no page was opened, the shop is
   * asked once.
   */
  readonly patience?: number | undefined;
  /** Without `status`: whether a closed page returns status 3 (cancelled) instead of 2. Default: false. */
  readonly cancelStatus?: boolean | undefined;
  /** The storage of the open payment. Web pages have their own. Apps pass AsyncStorage or similar. */
  readonly storage?: PaymentStorage | undefined;
}

/** The options of `openPayment`. */
export interface OpenPaymentOptions extends ResumePaymentOptions {
  /** The address to open: `url` of the shop's `start`. */
  readonly url: string;
  /** The gateway order ID: `attemptId` of the shop's `start`. Not the shop's own reference. */
  readonly attemptId?: string | undefined;
  /** The address that returns the state: `statusUrl` of the shop's `start`. Replaces `status`. */
  readonly statusUrl?: string | null | undefined;
}

/**
 * Opens the payment page, and resolves with the result when the page has ended. With `statusUrl` or `status`, asks the
 * shop first. Never rejects: an error is a result with a message.
 *
 * @example
 * const started = await (await fetch("/checkout/1001", { method: "POST" })).json(); // what the shop's `start` returned
 * const result = await openPayment({ ...started, browser });
 */
export async function openPayment(given: OpenPaymentOptions): Promise<PaymentResult> {
  const options = { ...given, status: given.statusUrl ?? given.status };
  const ending = await openPage(options);
  // A second tap is refused: the page of the first one stays open.
  if (ending !== "launch_failed") await ignoreErrors(() => options.browser?.close?.());
  return finishPayment(options, ending, options.attemptId ?? "");
}

/**
 * Returns the result of the payment that was open when the app was killed or the page was left. Undefined if there is none. Call it at
 * each start, and on the page to which the buyer returns. A return of another order than the open one is about that order: the shop is
 * asked with `status`. Without `status`, such a return has no result, and the open payment stays stored.
 */
export async function resumePayment(options: ResumePaymentOptions): Promise<PaymentResult | undefined> {
  // In this order, because another tab that receives the return clears the payment.
  const stored = await loadResumablePayment(findStorage(options));
  const opened = await ignoreErrors(() => options.browser.openedBy?.());
  // A return is about the order that it names, whichever payment is stored.
  const open = isOtherAttempt(readOrderIdFromUrl(opened), stored?.attemptId) ? undefined : stored;
  // The address of this payment has priority over the `status` of the page.
  const status = open?.status ?? options.status;
  // A return without `paymentStatus` is ignored unless the shop can be asked.
  const returned = opened && (status ?? readPaymentStatusFromUrl(opened)) ? opened : undefined;
  if (!open && !(returned && status)) return undefined;
  return finishPayment({ ...options, status }, returned ?? "screen_gone", open?.attemptId ?? "");
}

async function openPage(options: OpenPaymentOptions): Promise<PaymentPageOutcome> {
  const { url, browser, status, attemptId = "" } = options;
  if (!isWebUrl(url)) return "url_invalid";
  if (!browser) return "context_missing";
  await saveResumablePayment(findStorage(options), { attemptId, status });
  return (await ignoreErrors(() => browser.open({ url, attemptId }))) ?? "launch_failed";
}

async function finishPayment(options: ResumePaymentOptions, ending: PaymentPageOutcome, attemptId: string) {
  const decide = options.status === undefined ? resultFromRedirect : resultFromShop;
  const result = await decide(options, ending, attemptId);
  if (result.status || neverOpened(ending)) await clearResumablePayment(findStorage(options), attemptId);
  return result;
}

/** Maps the redirect to a result as SPEC does (APP-REDIRECT, APP-FAILURE). */
function resultFromRedirect(
  { cancelStatus }: ResumePaymentOptions,
  ending: PaymentPageOutcome,
  attemptId: string,
): PaymentResult {
  const result = resultFactory(readOrderIdFromUrl(ending) || attemptId, false);
  if (isPaymentPageProblem(ending))
    return cancelStatus && ending === "closed" ? result(3, "cancelled") : result(2, ending);
  return readPaymentStatusFromUrl(ending) === "succeeded" ? result(1, "paid") : result(2, "failed");
}

/**
 * Ignores the content of the redirect: it can be forged, and a buyer can pay on a page that was closed (B-42). The ending is empty if
 * there was no page.
 */
export async function resultFromShop(
  options: Pick<ResumePaymentOptions, "status" | "patience">,
  ending: PaymentPageOutcome | "",
  attemptId: string,
): Promise<PaymentResult> {
  const expected = attemptId || readOrderIdFromUrl(ending);
  const answer = await pollPaymentStatus(options, expected, neverOpened(ending));
  // An answer that names another attempt says nothing about this one.
  if (!answer || isOtherAttempt(answer.orderId, expected))
    return resultFactory(expected, false)(0, answer ? "unconfirmed" : "shop_silent");
  const result = resultFactory(answer.orderId || attemptId, true);
  if (answer.state === "paid") return result(1, "paid");
  if (answer.state === "failed") return result(2, "failed");
  return result(0, isPaymentPageProblem(ending) ? ending : "unconfirmed");
}

/** Nobody can have paid on a page that was never open. */
function neverOpened(ending: PaymentPageOutcome | ""): boolean {
  return ["", "url_invalid", "context_missing", "launch_failed"].includes(ending);
}

function findStorage({ storage, browser }: ResumePaymentOptions): PaymentStorage | undefined {
  return storage ?? browser?.storage;
}
