import type { PaymentPageProblem } from "./payment-result.ts";
import type { ReturnUrl } from "./return-url.ts";

/** How a payment page ended: the address by which the buyer came back, query included, or what became of the page instead. */
export type PaymentPageOutcome = ReturnUrl | PaymentPageProblem;

export interface PaymentPage {
  readonly url: string;
  /** Empty when it is not known. */
  readonly orderNumber: string;
}

/** Shows payment pages on one platform. It tells how they ended, and never what that means for the payment. */
export interface PaymentBrowser {
  /** Shows the page until it has ended. What it throws counts as `launch_failed`. */
  open(page: PaymentPage): Promise<PaymentPageOutcome>;
  /** The return address, with its query, by which this app or page was just opened, if it was. */
  openedBy?(): ReturnUrl | undefined | Promise<ReturnUrl | undefined>;
  /** Takes the page away if it is still there. Safe to call at any time. */
  close?(): void | Promise<void>;
  /** Where the open payment is remembered, unless the app says otherwise. */
  readonly storage?: PaymentStorage;
}

/** What `localStorage` and React Native's AsyncStorage have in common. */
export interface PaymentStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}
