import { type ErrorCode, isPayIndexError } from "../errors.ts";
import type { CancelRequest, CancelResult } from "./cancel-result.ts";

/** Why a buyer gets no outcome. `unavailable`: the buyer can try again, or ask the shop. */
export type CancelErrorKind = "no-subscription" | "unavailable";

/**
 * Cancels the subscription of a payment for its buyer. The caller has checked that the buyer owns it.
 *
 * @returns The outcome. `no-subscription`: there is nothing to cancel. `unavailable`: the gateway may have been asked.
 * @throws every other error. It is for the log, not for the buyer.
 */
export async function cancelSubscriptionForBuyer(
  gateway: { cancelSubscription(request: CancelRequest): Promise<CancelResult> },
  key: Pick<CancelRequest, "reference" | "tenant">,
): Promise<CancelResult | CancelErrorKind> {
  try {
    return await gateway.cancelSubscription({ ...key, by: "buyer" });
  } catch (error) {
    const kind = isPayIndexError(error) ? cancelErrorKind(error.code) : undefined;
    if (kind === undefined) throw error;
    return kind;
  }
}

/**
 * Returns the meaning of an error of `cancelSubscription` for the buyer. Undefined if the adapter called it wrongly: the error is for
 * the log then.
 */
function cancelErrorKind(code: ErrorCode): CancelErrorKind | undefined {
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
    case "amount_below_minimum":
    case "too_many_attempts":
    case "refund_invalid":
    case "gateway_silent":
    case "hook_timeout":
      return undefined;
  }
}
