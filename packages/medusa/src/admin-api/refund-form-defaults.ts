import { type GatewayRefund, type PaymentStatus, type ReviewItem, toAmountText } from "@pay-index/core";
import { concernsPlacedOrder, refundedForPlacedOrder } from "@pay-index/core/adapter";
import { allowedActions } from "@pay-index/core/staff";
import { toAmountView } from "./refund-views.ts";

/** The defaults of a refund form. */
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
export function getRefundFormDefaults(payment: PaymentStatus): ReadonlyMap<string, RefundFormDefaults> {
  return new Map(
    payment.reviewItems.flatMap((item) => {
      const refund = getDefaultsOfItem(payment, item);
      return refund === undefined ? [] : [[item.id, refund]];
    }),
  );
}

function getDefaultsOfItem(payment: PaymentStatus, item: ReviewItem): RefundFormDefaults | undefined {
  const attempt = payment.attempts.find(({ attemptId }) => attemptId === item.attemptId);
  if (attempt === undefined || !allowedActions(item.kind).includes("record-refund")) return undefined;
  const cycle = attempt.subscription?.cycles.find(({ number }) => number === item.cycle);
  if (item.kind === "refund-not-confirmed")
    return getDefaultsOfSent((cycle ?? attempt).gatewayRefunds, item.dedupeKey);
  const { chargedAmount, refunds, placedOrder } =
    item.cycle === undefined
      ? {
          chargedAmount: attempt.chargedAmount,
          refunds: attempt.refunds,
          placedOrder: attempt.isWinning ? payment.placedOrder : undefined,
        }
      : { chargedAmount: attempt.amount, refunds: cycle?.refunds ?? [], placedOrder: cycle?.placedOrder };
  const refunded = refundedForPlacedOrder({ chargedAmount, refunds });
  const left = { ...chargedAmount, minor: Math.max(0, chargedAmount.minor - refunded.minor) };
  const currency_code = chargedAmount.currency.toLowerCase();
  if (placedOrder === undefined || !concernsPlacedOrder(item.kind)) {
    // An order that waits to be placed was paid in full.
    const waits = item.kind === "order-not-placed" || item.kind === "renewal-not-placed";
    const amount = waits ? toAmountText(chargedAmount) : null;
    return { amount, left: null, currency_code, required: false };
  }
  const requested = item.requestedAmount?.minor || left.minor;
  const amount = left.minor === 0 ? null : toAmountText({ ...left, minor: Math.min(requested, left.minor) });
  return { amount, left: toAmountText(left), currency_code, required: left.minor > 0 };
}

/** A refund that was sent is recorded with its own amount. */
function getDefaultsOfSent(
  refunds: readonly GatewayRefund[],
  sentAs: string,
): RefundFormDefaults | undefined {
  const sent = refunds.find(({ requestId }) => requestId === sentAs);
  if (sent === undefined) return undefined;
  const { amount, currency_code } = toAmountView(sent.amount);
  return { amount, left: amount, currency_code, required: true };
}
