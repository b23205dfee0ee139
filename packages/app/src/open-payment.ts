import { ignoreErrors } from "./ignore-errors.ts";
import type { PaymentBrowser, PaymentPageOutcome, PaymentStorage } from "./payment-browser.ts";
import { isPaymentPageProblem, type PaymentResult, resultFactory } from "./payment-result.ts";
import { pollShop, type ShopStatusSource } from "./poll-shop.ts";
import { clearResumablePayment, loadResumablePayment, saveResumablePayment } from "./resumable-payment.ts";
import { isWebUrl, matchesAttempt, readOrderId, readPaymentStatus } from "./return-url.ts";

/** The options of `resumePayment`. */
export interface ResumePaymentOptions {
  /** Opens the payment page on this platform: `sameTab`, `popUp`, `expoBrowser` and others. */
  readonly browser: PaymentBrowser;
  /**
   * The source of the state: an address of the shop, or a function. Without it, the result comes from the buyer's redirect, which
   * anybody can forge, and `confirmed` is false. Required with an adapter, because its order page gets no result in the query.
   */
  readonly status?: ShopStatusSource | undefined;
  /** Milliseconds in which to ask the shop for a final state. Default: 10,000. If no page was opened, the shop is asked once. */
  readonly patience?: number | undefined;
  /** Without `status`: whether a closed page returns status 3 (cancelled) instead of 2. Default: false. */
  readonly cancelStatus?: boolean | undefined;
  /** The storage of the open payment. Web pages have their own. Apps pass AsyncStorage or similar. */
  readonly storage?: PaymentStorage | undefined;
}

/** The options of `openPayment`. */
export interface OpenPaymentOptions extends ResumePaymentOptions {
  /** The address to open, as the shop's `start` returned it (`next`). */
  readonly url: string;
  /** The id of the attempt at the gateway, as the shop's `start` returned it. Not the shop's own reference. */
  readonly attemptId?: string | undefined;
}

/**
 * Opens the payment page, and resolves with the result when the page has ended. With `status`, asks the shop first. Never rejects: an
 * error is a result with a message.
 */
export async function openPayment(options: OpenPaymentOptions): Promise<PaymentResult> {
  const ending = await openPage(options);
  // A second tap is refused: the page of the first stays.
  if (ending !== "launch_failed") await ignoreErrors(() => options.browser?.close?.());
  return finishPayment(options, ending, options.attemptId ?? "");
}

/**
 * Returns the result of the payment that was open when the app was killed or the page was left. Undefined if there is none. Call it at
 * each start, and on the page to which the buyer returns. Ignores a return without an open payment, unless it has `paymentStatus` and
 * `status` is set.
 */
export async function resumePayment(options: ResumePaymentOptions): Promise<PaymentResult | undefined> {
  // In this order: another tab that hears of the return forgets the payment.
  const { attemptId, status: address } = (await loadResumablePayment(findStorage(options))) ?? {};
  const opened = await ignoreErrors(() => options.browser.openedBy?.());
  // What the shop gave for this payment comes before what a page asks for its own order.
  const status = address ?? options.status;
  // An old return of another order is none. One without a word says nothing, unless the shop can be asked what it means.
  const returned =
    opened && (status ?? readPaymentStatus(opened)) && matchesAttempt(opened, attemptId ?? "")
      ? opened
      : undefined;
  if (attemptId === undefined && !(returned && status)) return undefined;
  return finishPayment({ ...options, status }, returned ?? "screen_gone", attemptId ?? "");
}

async function openPage(options: OpenPaymentOptions): Promise<PaymentPageOutcome> {
  const { url, browser, status, attemptId = "" } = options;
  if (!isWebUrl(url)) return "url_invalid";
  if (!browser) return "context_missing";
  const address = typeof status === "string" ? status : undefined;
  await saveResumablePayment(findStorage(options), { attemptId, status: address });
  return (await ignoreErrors(() => browser.open({ url, attemptId }))) ?? "launch_failed";
}

async function finishPayment(
  options: ResumePaymentOptions,
  ending: PaymentPageOutcome,
  attemptId: string,
): Promise<PaymentResult> {
  const told = await (options.status === undefined ? resultFromRedirect : resultFromShop)(
    options,
    ending,
    attemptId,
  );
  if (told.status || neverOpened(ending)) await clearResumablePayment(findStorage(options), attemptId);
  return told;
}

/** SPEC to the letter (APP-REDIRECT, APP-FAILURE). */
function resultFromRedirect(
  { cancelStatus }: ResumePaymentOptions,
  ending: PaymentPageOutcome,
  attemptId: string,
): PaymentResult {
  const told = resultFactory(readOrderId(ending) || attemptId, false);
  if (isPaymentPageProblem(ending))
    return cancelStatus && ending === "closed" ? told(3, "cancelled") : told(2, ending);
  return readPaymentStatus(ending) === "succeeded" ? told(1, "paid") : told(2, "failed");
}

/** The redirect decides nothing here: it can be forged, and a page that was closed can be paid (B-42). */
async function resultFromShop(
  options: ResumePaymentOptions,
  ending: PaymentPageOutcome,
  attemptId: string,
): Promise<PaymentResult> {
  const answer = await pollShop(options, attemptId, neverOpened(ending));
  const told = resultFactory(answer?.orderId || attemptId, answer !== undefined);
  if (answer === undefined) return told(0, "shop_silent");
  if (answer.state === "paid") return told(1, "paid");
  if (answer.state === "failed") return told(2, "failed");
  return told(0, isPaymentPageProblem(ending) ? ending : "unconfirmed");
}

/** Nobody can have paid since on a page that was never there. */
function neverOpened(ending: PaymentPageOutcome): boolean {
  return ["url_invalid", "context_missing", "launch_failed"].includes(ending);
}

function findStorage({ storage, browser }: ResumePaymentOptions): PaymentStorage | undefined {
  return storage ?? browser?.storage;
}
