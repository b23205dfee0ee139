import { ignoreErrors } from "./ignore-errors.ts";
import type { PaymentBrowser, PaymentPageOutcome, PaymentStorage } from "./payment-browser.ts";
import { isPaymentPageProblem, type PaymentResult, resultFactory } from "./payment-result.ts";
import { pollShop, type ShopStatusSource } from "./poll-shop.ts";
import { clearResumablePayment, loadResumablePayment, saveResumablePayment } from "./resumable-payment.ts";
import { isWebUrl, matchesAttempt, readOrderId, readPaymentStatus } from "./return-url.ts";

export interface ResumePaymentOptions {
  readonly browser: PaymentBrowser;
  /**
   * Where the shop is asked what became of the payment. Without it the result is what the buyer's redirect says, which
   * anybody can forge, and `confirmed` is false. Required with an adapter, whose order page says nothing of the payment.
   */
  readonly status?: ShopStatusSource | undefined;
  /** For how many milliseconds the shop is asked until it knows; 10 000 by default. Once, if no page was opened. */
  readonly patience?: number | undefined;
  /** Without `status`: a page that the buyer closed is status 3, cancelled, and not 2. */
  readonly cancelStatus?: boolean | undefined;
  /** Where the open payment is remembered. A web page has its own; an app gives AsyncStorage, or what it has. */
  readonly storage?: PaymentStorage | undefined;
}

export interface OpenPaymentOptions extends ResumePaymentOptions {
  /** The payment page, as the shop's start of the sale gave it. */
  readonly url: string;
  /** Of this sale at the gateway, as the shop's start gave it (not the shop's own reference). */
  readonly orderNumber?: string | undefined;
}

/**
 * Opens the payment page, and resolves when it has ended and, with `status`, the shop was asked. Never rejects: whatever
 * goes wrong is a result with its message.
 */
export async function openPayment(options: OpenPaymentOptions): Promise<PaymentResult> {
  const ending = await openPage(options);
  // A second tap is refused: the page of the first stays.
  if (ending !== "launch_failed") await ignoreErrors(() => options.browser?.close?.());
  return finishPayment(options, ending, options.orderNumber ?? "");
}

/**
 * The payment that was open when the app was killed or the page was left: call it at each start, and on the page that the
 * buyer returns to. Undefined when there is none. A return that no open payment here waits for is none, unless the shop
 * can be asked about it; so is one without `paymentStatus`, as at the order page of an adapter.
 */
export async function resumePayment(options: ResumePaymentOptions): Promise<PaymentResult | undefined> {
  // In this order: another tab that hears of the return forgets the payment.
  const { orderNumber, status: address } = (await loadResumablePayment(findStorage(options))) ?? {};
  const opened = await ignoreErrors(() => options.browser.openedBy?.());
  // What the shop gave for this payment comes before what a page asks for its own order.
  const status = address ?? options.status;
  // An old return of another order is none. One without a word says nothing, unless the shop can be asked what it means.
  const returned =
    opened && (status ?? readPaymentStatus(opened)) && matchesAttempt(opened, orderNumber ?? "")
      ? opened
      : undefined;
  if (orderNumber === undefined && !(returned && status)) return undefined;
  return finishPayment({ ...options, status }, returned ?? "screen_gone", orderNumber ?? "");
}

async function openPage(options: OpenPaymentOptions): Promise<PaymentPageOutcome> {
  const { url, browser, status, orderNumber = "" } = options;
  if (!isWebUrl(url)) return "url_invalid";
  if (!browser) return "context_missing";
  const address = typeof status === "string" ? status : undefined;
  await saveResumablePayment(findStorage(options), { orderNumber, status: address });
  return (await ignoreErrors(() => browser.open({ url, orderNumber }))) ?? "launch_failed";
}

async function finishPayment(
  options: ResumePaymentOptions,
  ending: PaymentPageOutcome,
  orderNumber: string,
): Promise<PaymentResult> {
  const told = await (options.status === undefined ? resultFromRedirect : resultFromShop)(
    options,
    ending,
    orderNumber,
  );
  if (told.status || neverOpened(ending)) await clearResumablePayment(findStorage(options), orderNumber);
  return told;
}

/** SPEC to the letter (APP-REDIRECT, APP-FAILURE). */
function resultFromRedirect(
  { cancelStatus }: ResumePaymentOptions,
  ending: PaymentPageOutcome,
  orderNumber: string,
): PaymentResult {
  const told = resultFactory(readOrderId(ending) || orderNumber, false);
  if (isPaymentPageProblem(ending))
    return cancelStatus && ending === "closed" ? told(3, "cancelled") : told(2, ending);
  return readPaymentStatus(ending) === "succeeded" ? told(1, "paid") : told(2, "failed");
}

/** The redirect decides nothing here: it can be forged, and a page that was closed can be paid (B-42). */
async function resultFromShop(
  options: ResumePaymentOptions,
  ending: PaymentPageOutcome,
  orderNumber: string,
): Promise<PaymentResult> {
  const answer = await pollShop(options, orderNumber, neverOpened(ending));
  const told = resultFactory(answer?.orderId || orderNumber, answer !== undefined);
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
