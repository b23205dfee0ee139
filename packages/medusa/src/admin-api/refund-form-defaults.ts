import { type PaymentStatus, toAmountText } from "@pay-index/core";
import { concernsPlacedOrder, refundedForPlacedOrder } from "@pay-index/core/adapter";
import { allowedActions } from "@pay-index/core/staff";
import type { Job } from "@pay-index/core/store";

/** What a form for a refund starts with. */
export interface RefundFormDefaults {
  /** What was asked for, or what is left: in the currency's units. Null: nobody can tell. */
  readonly amount: string | null;
  /** The most that can be given back of the placed order. Null: it is money of another charge. */
  readonly left: string | null;
  readonly currency_code: string;
  /** Whether amount and reference are needed, because Medusa's books must show the refund. */
  readonly required: boolean;
}

/** By the item's id. An item that no refund can resolve has none. */
export function getRefundFormDefaults(book: PaymentStatus): ReadonlyMap<string, RefundFormDefaults> {
  return new Map(
    book.reviewItems.flatMap((item) => {
      const refund = getDefaultsOfItem(book, item);
      return refund === undefined ? [] : [[item.id, refund]];
    }),
  );
}

function getDefaultsOfItem(book: PaymentStatus, item: Job): RefundFormDefaults | undefined {
  const payment = book.attempts.find(({ attemptId }) => attemptId === item.attemptId);
  if (payment === undefined || !allowedActions(item.kind).includes("record-refund")) return undefined;
  const cycle = payment.subscription?.cycles.find(({ number }) => number === item.cycle);
  const { money, refunds, placed } =
    item.cycle === undefined
      ? {
          money: payment.chargedAmount,
          refunds: payment.refunds,
          placed: payment.isWinning ? book.placedOrder : undefined,
        }
      : { money: payment.amount, refunds: cycle?.refunds ?? [], placed: cycle?.placedOrder };
  const left = {
    ...money,
    minor: Math.max(0, money.minor - refundedForPlacedOrder({ money, refunds }).minor),
  };
  const currency_code = money.currency.toLowerCase();
  if (placed === undefined || !concernsPlacedOrder(item.kind)) {
    // What waits to be placed was paid as it was asked for.
    const amount =
      item.kind === "order-not-placed" || item.kind === "renewal-not-placed" ? toAmountText(money) : null;
    return { amount, left: null, currency_code, required: false };
  }
  const asked = item.asked?.minor || left.minor;
  const amount = left.minor === 0 ? null : toAmountText({ ...left, minor: Math.min(asked, left.minor) });
  return { amount, left: toAmountText(left), currency_code, required: left.minor > 0 };
}
