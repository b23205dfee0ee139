import type { PaymentPageProblem } from "./payment-result.ts";
import type { ReturnUrl } from "./return-url.ts";

/** The end of a payment page: the address of the return with its query, or a problem of the page. */
export type PaymentPageOutcome = ReturnUrl | PaymentPageProblem;

/** The payment page to open. */
export interface PaymentPage {
  readonly url: string;
  /** The id of the attempt at the gateway. Empty if unknown. */
  readonly attemptId: string;
}

/** Opens payment pages on one platform, and returns how a page ended. It never decides the result of the payment. */
export interface PaymentPageOpener {
  /** Displays the page, and resolves when it has ended. If it throws, the result is `launch_failed`. */
  open(page: PaymentPage): Promise<PaymentPageOutcome>;
  /** Returns the return address, with its query, if a return opened this app or page. */
  openedBy?(): ReturnUrl | undefined | Promise<ReturnUrl | undefined>;
  /** Closes the page if it is open. Safe to call at any time. */
  close?(): void | Promise<void>;
  /** The default storage of the open payment. */
  readonly storage?: PaymentStorage;
}

/** A storage of texts, such as `localStorage` or React Native's AsyncStorage. */
export interface PaymentStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}
