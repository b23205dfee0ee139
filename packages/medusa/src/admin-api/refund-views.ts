import { toAmountText } from "@pay-index/core";
import type { RecordedRefund } from "@pay-index/core/adapter";

/** What staff recorded as given back. `of_order`: Medusa's books of the order show it. */
export function toRefundViews(refunds: readonly RecordedRefund[]) {
  return refunds.map(({ at, amount, reference, ofOrder }) => ({
    at,
    amount: toAmountText(amount),
    currency_code: amount.currency.toLowerCase(),
    reference,
    of_order: ofOrder,
  }));
}
