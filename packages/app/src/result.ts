/** Every `message` that a result can have, by what it means: fixed texts, to compare with, and to translate. */
export const messages = {
  paid: "Payment successful.",
  failed: "Payment failed.",
  cancelled: "Payment cancelled.",
  /** The shop was asked, and does not know yet. */
  unconfirmed: "The payment is not confirmed yet.",
  /** The shop gave no answer that can be understood. */
  shop_silent: "The shop could not be asked.",
  url_invalid: "The payment address is invalid.",
  context_missing: "There is nothing to open the payment page in.",
  screen_gone: "The screen with the payment page is gone.",
  launch_failed: "The payment page could not be opened.",
  load_failed: "The payment page could not be loaded.",
  closed: "The payment page was closed.",
} as const;

type Text<Meaning extends keyof typeof messages> = (typeof messages)[Meaning];

/** Why a payment page is gone without a return of the buyer. */
export type Trouble =
  | "url_invalid"
  | "context_missing"
  | "screen_gone"
  | "launch_failed"
  | "load_failed"
  | "closed";

/** `status`: 0 unpaid, 1 success, 2 failed, 3 cancelled (APP-RESULT). */
export type PaymentResult = {
  /** The order number; empty when it is not known. */
  readonly orderId: string;
} & (
  | {
      readonly status: 0;
      readonly message: Text<"unconfirmed" | "shop_silent" | Trouble>;
      readonly confirmed: boolean;
    }
  | { readonly status: 1; readonly message: Text<"paid">; readonly confirmed: boolean }
  | { readonly status: 2; readonly message: Text<"failed" | Trouble>; readonly confirmed: boolean }
  | { readonly status: 3; readonly message: Text<"cancelled">; readonly confirmed: false }
);

export function isTrouble(ending: string): ending is Trouble {
  return ending in messages;
}

/** For one payment: what became of it, in SPEC's shape. */
export function result<Confirmed extends boolean>(orderId: string, confirmed: Confirmed) {
  return <Status extends PaymentResult["status"], Meaning extends keyof typeof messages>(
    status: Status,
    meaning: Meaning,
  ) => ({ status, message: messages[meaning], orderId, confirmed });
}
