import { type PaymentStatus, toAmountText } from "@pay-index/core";
import { type RecordRefundFormDefaults, recordRefundFormDefaultsOf } from "@pay-index/core/adapter";

/** The defaults of a refund form, as the admin routes return them. */
export interface RefundFormDefaults {
  /** The requested amount, or what is left to refund, as decimal text. Null if it is not known. */
  readonly amount: string | null;
  /** The most that can be refunded of the placed order. Null if the charge has no order. */
  readonly left: string | null;
  readonly currency_code: string;
  /** Whether amount and reference are required, because the refund is added to the order. */
  readonly required: boolean;
}

/** Returns the defaults by item id. An item that no refund can resolve has none. */
export function getRefundFormDefaultsByItem(payment: PaymentStatus): ReadonlyMap<string, RefundFormDefaults> {
  return new Map(
    payment.reviewItems.flatMap((item) => {
      const form = recordRefundFormDefaultsOf(payment, item);
      return form === undefined ? [] : [[item.id, toDefaults(form)]];
    }),
  );
}

function toDefaults({ amount, left, currency, isRequired }: RecordRefundFormDefaults): RefundFormDefaults {
  return {
    amount: amount === undefined ? null : toAmountText(amount),
    left: left === undefined ? null : toAmountText(left),
    currency_code: currency.toLowerCase(),
    required: isRequired,
  };
}
