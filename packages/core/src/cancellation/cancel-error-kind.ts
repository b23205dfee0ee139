import type { ErrorCode } from "../errors.ts";

/** Why a buyer's subscription was not cancelled. `unavailable`: the buyer can try again, or ask the shop. */
export type CancelErrorKind = "no-subscription" | "unavailable";

/**
 * Returns the meaning of an error of `cancelSubscription` for the buyer. Undefined if the adapter called it wrongly: the error is for
 * the log then.
 */
export function cancelErrorKind(code: ErrorCode): CancelErrorKind | undefined {
  switch (code) {
    case "attempt_unknown":
    case "subscription_missing":
      return "no-subscription";
    // Buyers do not read about merchants and stores.
    case "merchant_missing":
    case "merchants_unavailable":
    case "operation_disabled":
    case "store_unavailable":
    case "record_unreadable":
    case "gateway_closed":
      return "unavailable";
    case "options_invalid":
    case "sale_invalid":
    case "card_invalid":
    case "money_invalid":
    case "resolution_invalid":
    case "query_invalid":
    case "review_item_outdated":
    case "raw_cards_refused":
    case "too_many_attempts":
    case "refund_invalid":
    case "gateway_silent":
      return undefined;
  }
}
