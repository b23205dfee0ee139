/** All messages of results, by meaning. Compare them, or translate them. */
export const resultMessages = {
  paid: "Payment successful.",
  failed: "Payment failed.",
  cancelled: "Payment cancelled.",
  /** The shop does not know the result yet. */
  unconfirmed: "The payment is not confirmed yet.",
  /** The shop returned no valid answer. */
  shop_silent: "The shop could not be asked.",
  url_invalid: "The payment address is invalid.",
  context_missing: "There is nothing to open the payment page in.",
  screen_gone: "The screen with the payment page is gone.",
  launch_failed: "The payment page could not be opened.",
  load_failed: "The payment page could not be loaded.",
  closed: "The payment page was closed.",
} as const;

type MessageText<Meaning extends keyof typeof resultMessages> = (typeof resultMessages)[Meaning];

/** Why a payment page ended without a return of the buyer. */
export type PaymentPageProblem =
  | "url_invalid"
  | "context_missing"
  | "screen_gone"
  | "launch_failed"
  | "load_failed"
  | "closed";

/** The result of a payment. `status`: 0 unpaid, 1 success, 2 failed, 3 cancelled (APP-RESULT). `confirmed`: whether the shop confirmed it. */
export type PaymentResult = {
  /** The id of the attempt at the gateway. Empty if unknown. */
  readonly orderId: string;
} & (
  | {
      readonly status: 0;
      readonly message: MessageText<"unconfirmed" | "shop_silent" | PaymentPageProblem>;
      readonly confirmed: boolean;
    }
  | { readonly status: 1; readonly message: MessageText<"paid">; readonly confirmed: boolean }
  | {
      readonly status: 2;
      readonly message: MessageText<"failed" | PaymentPageProblem>;
      readonly confirmed: boolean;
    }
  | { readonly status: 3; readonly message: MessageText<"cancelled">; readonly confirmed: false }
);

export function isPaymentPageProblem(ending: string): ending is PaymentPageProblem {
  return ending in resultMessages;
}

/** Returns a function that creates the results of one payment (APP-RESULT). */
export function resultFactory<Confirmed extends boolean>(orderId: string, confirmed: Confirmed) {
  return <Status extends PaymentResult["status"], Meaning extends keyof typeof resultMessages>(
    status: Status,
    meaning: Meaning,
  ) => ({ status, message: resultMessages[meaning], orderId, confirmed });
}
