import type { GatewayRefund } from "../payment/gateway-refunds.ts";
import { refundedAmountOfPlacedOrder } from "../payment/recorded-refunds.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import { allowedActions } from "../payment/review-kind-actions.ts";
import { reviewKinds } from "../payment/review-kinds.ts";
import type { Money } from "../protocol/money/money.ts";
import { chargesOfPayment, type PaymentStatus } from "./payment-status.ts";

/** The defaults and limits of the form with which staff record a refund. Amounts are in minor units. */
export interface RecordRefundFormDefaults {
  /** The amount to fill in. Undefined if it is not known. */
  readonly amount: Money | undefined;
  /** The most that staff can record. Undefined if the charge has no placed order: then it is not known. */
  readonly left: Money | undefined;
  readonly currency: string;
  /** Whether amount and reference are required, because the refund is added to the order. */
  readonly isRequired: boolean;
}

/** Returns the form for a review item. Undefined if no recorded refund can resolve the item. */
export function recordRefundFormDefaultsOf(
  payment: Pick<PaymentStatus, "attempts" | "placedOrder">,
  item: Pick<ReviewItem, "kind" | "attemptId" | "cycle" | "dedupeKey" | "requestedAmount">,
): RecordRefundFormDefaults | undefined {
  const attempt = payment.attempts.find(({ attemptId }) => attemptId === item.attemptId);
  if (attempt === undefined || !allowedActions(item.kind).includes("record-refund")) return undefined;
  const { decides, money } = reviewKinds[item.kind];
  const charge = chargesOfPayment(payment).find(
    ({ attemptId, cycle }) => attemptId === item.attemptId && cycle === item.cycle,
  ) ?? { chargedAmount: attempt.amount, placedOrder: undefined, refunds: [], gatewayRefunds: [] };
  if (decides === "refund") return formOfSentRefund(charge.gatewayRefunds, item.dedupeKey);
  const { chargedAmount, placedOrder } = charge;
  const { currency } = chargedAmount;
  if (placedOrder === undefined || money !== "placed-order") {
    const amount = money === "asked-amount" ? chargedAmount : undefined;
    return { amount, left: undefined, currency, isRequired: false };
  }
  const left = Math.max(0, chargedAmount.minor - refundedAmountOfPlacedOrder(charge).minor);
  const suggested = Math.min(item.requestedAmount?.minor || left, left);
  return {
    amount: left === 0 ? undefined : { minor: suggested, currency },
    left: { minor: left, currency },
    currency,
    isRequired: left > 0,
  };
}

/** A refund that was sent is recorded with its own amount. */
function formOfSentRefund(refunds: readonly GatewayRefund[], requestId: string) {
  const sent = refunds.find((refund) => refund.requestId === requestId);
  if (sent === undefined) return undefined;
  const { amount } = sent;
  return { amount, left: amount, currency: amount.currency, isRequired: true };
}
