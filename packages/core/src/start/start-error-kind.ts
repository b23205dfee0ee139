import type { ErrorCode } from "../errors.ts";

/** Why a payment was not started, for the buyer. */
export type StartErrorKind =
  | "not-offered"
  | "sale-invalid"
  | "amount-below-minimum"
  | "too-many-attempts"
  | "unavailable";

/** Returns the meaning of an error of `start` for the buyer. Undefined if the error is not about the buyer's sale. */
export function startErrorKind(code: ErrorCode): StartErrorKind | undefined {
  switch (code) {
    case "merchant_missing":
    case "raw_cards_refused":
      return "not-offered";
    case "sale_invalid":
    case "card_invalid":
    case "money_invalid":
      return "sale-invalid";
    case "amount_below_minimum":
      return "amount-below-minimum";
    case "too_many_attempts":
      return "too-many-attempts";
    case "merchants_unavailable":
    case "store_unavailable":
    case "record_unreadable":
    case "gateway_closed":
      return "unavailable";
    case "options_invalid":
    case "resolution_invalid":
    case "query_invalid":
    case "operation_disabled":
    case "refund_invalid":
    case "gateway_silent":
    case "review_item_outdated":
    case "subscription_missing":
    case "hook_timeout":
    case "attempt_unknown":
      return undefined;
  }
}
