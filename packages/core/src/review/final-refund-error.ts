import type { ErrorCode } from "../errors.ts";

/**
 * Whether core refuses the same refund each time. A host that repeats refunds repeats it after any other error. A host that does not
 * must report each error to staff.
 */
export function isFinalRefundError(code: ErrorCode): boolean {
  switch (code) {
    case "refund_invalid":
    case "merchant_missing":
      return true;
    case "operation_disabled":
    case "merchants_unavailable":
    case "store_unavailable":
    case "record_unreadable":
    case "gateway_closed":
    case "options_invalid":
    case "sale_invalid":
    case "card_invalid":
    case "money_invalid":
    case "resolution_invalid":
    case "query_invalid":
    case "review_item_outdated":
    case "raw_cards_refused":
    case "amount_below_minimum":
    case "too_many_attempts":
    case "gateway_silent":
    case "subscription_missing":
    case "hook_timeout":
    case "attempt_unknown":
      return false;
  }
}
