import { toAmountText } from "@pay-index/core";
import type { RecordedRefund } from "@pay-index/core/adapter";

/**
 * Returns the recorded refunds as the admin routes return them. `of_order`: the refund is added to the order in Medusa.
 */
export function toRefundViews(refunds: readonly RecordedRefund[]) {
  return refunds.map(({ at, amount, reference, ofOrder }) => ({
    at,
    amount: toAmountText(amount),
    currency_code: amount.currency.toLowerCase(),
    reference,
    of_order: ofOrder,
  }));
}
