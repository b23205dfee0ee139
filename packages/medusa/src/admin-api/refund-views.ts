import { type GatewayRefund, type Money, toAmountText } from "@pay-index/core";
import type { RecordedRefund } from "@pay-index/core/adapter";
import type { FailedMedusaRefunds } from "../refunds/failed-medusa-refunds.ts";

/** A refund through the gateway as the admin routes return it. */
export type GatewayRefundView = ReturnType<typeof toGatewayRefundViews>[number];

/**
 * Returns the recorded refunds as the admin routes return them. `of_order`: the refund is added to the order in Medusa.
 */
export function toRecordedRefundViews(refunds: readonly RecordedRefund[]) {
  return refunds.map(({ at, amount, reference, ofOrder }) => ({
    at,
    ...toAmountView(amount),
    reference,
    of_order: ofOrder,
  }));
}

/**
 * Returns the refunds through the gateway as the admin routes return them. `is_refunded_in_medusa`: the refund failed, and Medusa displays it as
 * made.
 */
export function toGatewayRefundViews(refunds: readonly GatewayRefund[], failedRefunds: FailedMedusaRefunds) {
  return refunds.map(({ requestId, refundId, amount, reason, state, text, at, endedAt, ofOrder }) => ({
    at,
    ended_at: endedAt ?? null,
    ...toAmountView(amount),
    state,
    text: text ?? null,
    reason: reason ?? null,
    request_id: requestId ?? null,
    reference: refundId ?? null,
    of_order: ofOrder,
    is_refunded_in_medusa: requestId !== undefined && failedRefunds.has(requestId),
  }));
}

/** Returns the amount with its currency as the admin routes return them. */
export function toAmountView(amount: Money) {
  return { amount: toAmountText(amount), currency_code: amount.currency.toLowerCase() };
}
