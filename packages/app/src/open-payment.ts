import { type AskShop, askShop } from "./ask-shop.ts";
import type { Ending, PaymentBrowser, PaymentStorage } from "./browser.ts";
import { calmly } from "./calmly.ts";
import { forget, recall, remember } from "./open-record.ts";
import { isTrouble, type PaymentResult, result } from "./result.ts";
import { isAbout, isWebAddress, orderIdOf, paymentStatusOf } from "./return-address.ts";

export interface ResumePayment {
  readonly browser: PaymentBrowser;
  /**
   * Where the shop is asked what became of the payment. Without it the result is what the buyer's redirect says, which
   * anybody can forge, and `confirmed` is false. Required with an adapter, whose order page says nothing of the payment.
   */
  readonly status?: AskShop | undefined;
  /** For how many milliseconds the shop is asked until it knows; 10 000 by default. Once, if no page was opened. */
  readonly patience?: number | undefined;
  /** Without `status`: a page that the buyer closed is status 3, cancelled, and not 2. */
  readonly cancelStatus?: boolean | undefined;
  /** Where the open payment is remembered. A web page has its own; an app gives AsyncStorage, or what it has. */
  readonly storage?: PaymentStorage | undefined;
}

export interface OpenPayment extends ResumePayment {
  /** The payment page, as the shop's start of the sale gave it. */
  readonly url: string;
  /** Of this sale at the gateway, as the shop's start gave it (not the shop's own reference). */
  readonly orderNumber?: string | undefined;
}

/**
 * Opens the payment page, and resolves when it has ended and, with `status`, the shop was asked. Never rejects: whatever
 * goes wrong is a result with its message.
 */
export async function openPayment(options: OpenPayment): Promise<PaymentResult> {
  const ending = await show(options);
  // A second tap is refused: the page of the first stays.
  if (ending !== "launch_failed") await calmly(() => options.browser?.close?.());
  return conclude(options, ending, options.orderNumber ?? "");
}

/**
 * The payment that was open when the app was killed or the page was left: call it at each start, and on the page that the
 * buyer returns to. Undefined when there is none. A return that no open payment here waits for is none, unless the shop
 * can be asked about it; so is one without `paymentStatus`, as at the order page of an adapter.
 */
export async function resumePayment(options: ResumePayment): Promise<PaymentResult | undefined> {
  // In this order: another tab that hears of the return forgets the payment.
  const { orderNumber, status: address } = (await recall(storageOf(options))) ?? {};
  const opened = await calmly(() => options.browser.openedBy?.());
  // What the shop gave for this payment comes before what a page asks for its own order.
  const status = address ?? options.status;
  // An old return of another order is none. One without a word says nothing, unless the shop can be asked what it means.
  const returned =
    opened && (status ?? paymentStatusOf(opened)) && isAbout(opened, orderNumber ?? "") ? opened : undefined;
  if (orderNumber === undefined && !(returned && status)) return undefined;
  return conclude({ ...options, status }, returned ?? "screen_gone", orderNumber ?? "");
}

async function show(options: OpenPayment): Promise<Ending> {
  const { url, browser, status, orderNumber = "" } = options;
  if (!isWebAddress(url)) return "url_invalid";
  if (!browser) return "context_missing";
  const address = typeof status === "string" ? status : undefined;
  await remember(storageOf(options), { orderNumber, status: address });
  return (await calmly(() => browser.open({ url, orderNumber }))) ?? "launch_failed";
}

async function conclude(options: ResumePayment, ending: Ending, orderNumber: string): Promise<PaymentResult> {
  const told = await (options.status === undefined ? byRedirect : byShop)(options, ending, orderNumber);
  if (told.status || wasNeverOpen(ending)) await forget(storageOf(options), orderNumber);
  return told;
}

/** SPEC to the letter (APP-REDIRECT, APP-FAILURE). */
function byRedirect({ cancelStatus }: ResumePayment, ending: Ending, orderNumber: string): PaymentResult {
  const told = result(orderIdOf(ending) || orderNumber, false);
  if (isTrouble(ending)) return cancelStatus && ending === "closed" ? told(3, "cancelled") : told(2, ending);
  return paymentStatusOf(ending) === "succeeded" ? told(1, "paid") : told(2, "failed");
}

/** The redirect decides nothing here: it can be forged, and a page that was closed can be paid (B-42). */
async function byShop(options: ResumePayment, ending: Ending, orderNumber: string): Promise<PaymentResult> {
  const answer = await askShop(options, orderNumber, wasNeverOpen(ending));
  const told = result(answer?.orderId || orderNumber, answer !== undefined);
  if (answer === undefined) return told(0, "shop_silent");
  if (answer.state === "paid") return told(1, "paid");
  if (answer.state === "failed") return told(2, "failed");
  return told(0, isTrouble(ending) ? ending : "unconfirmed");
}

/** Nobody can have paid since on a page that was never there. */
function wasNeverOpen(ending: Ending): boolean {
  return ["url_invalid", "context_missing", "launch_failed"].includes(ending);
}

function storageOf({ storage, browser }: ResumePayment): PaymentStorage | undefined {
  return storage ?? browser?.storage;
}
