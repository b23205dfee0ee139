import { toAmountText } from "@pay-index/core";
import type { RecordedRefund } from "@pay-index/core/adapter";

/** What staff recorded as given back. `of_order`: Medusa's books of the order show it. */
export function toRefundViews(refunds: readonly RecordedRefund[]) {
  return refunds.map(({ at, money, reference, ofOrder }) => ({
    at,
    amount: toAmountText(money),
    currency_code: money.currency.toLowerCase(),
    reference,
    of_order: ofOrder,
  }));
}
