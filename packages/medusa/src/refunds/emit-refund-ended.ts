import { toAmountText } from "@pay-index/core";
import type { DoneAnswer, RefundEndedReport } from "@pay-index/core/adapter";
import { emitEvent } from "../emit-event.ts";
import type { Container } from "../find-rows.ts";
import { findPaidOrder } from "./find-paid-order.ts";
import { medusaRefundIdPrefix } from "./medusa-refunds.ts";
import { RefundEvents } from "./refund-event-names.ts";

/** Emits the event of a refund through the gateway that has ended. */
export async function emitRefundEnded(
  container: Container,
  { key, payment, cycle, refund }: RefundEndedReport,
): Promise<DoneAnswer> {
  const { attemptId, reference } = payment;
  const { requestId, refundId, amount, ofOrder, state, text = null } = refund;
  const order = ofOrder ? await findPaidOrder(container, { attempt_id: attemptId, cycle }) : undefined;
  const data = {
    key,
    attempt_id: attemptId,
    cart_id: reference,
    order_id: order?.orderId ?? null,
    cycle: cycle ?? null,
    refund_id: requestId?.startsWith(medusaRefundIdPrefix) ? requestId : null,
    gateway_refund_id: refundId ?? null,
    amount: toAmountText(amount),
    currency_code: amount.currency.toLowerCase(),
  };
  return state === "succeeded"
    ? emitEvent(container, RefundEvents.SUCCEEDED, data)
    : emitEvent(container, RefundEvents.FAILED, { ...data, reason: text });
}
