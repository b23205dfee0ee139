import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { toAmountText } from "@pay-index/core";
import type { DoneAnswer, RefundEndedReport } from "@pay-index/core/adapter";
import { findPaidOrder } from "./find-paid-order.ts";
import { medusaRefundIdPrefix } from "./medusa-refunds.ts";
import { type RefundEventData, RefundEvents } from "./refund-event-names.ts";

/** Emits the event of a refund through the gateway that has ended. */
export async function emitRefundEnded(
  container: MedusaContainer,
  report: RefundEndedReport,
): Promise<DoneAnswer> {
  const bus = container.resolve<IEventBusModuleService>(Modules.EVENT_BUS);
  const base = await toEventBase(container, report);
  const { state, text } = report.refund;
  switch (state) {
    case "succeeded":
      await bus.emit({ name: RefundEvents.SUCCEEDED, data: base });
      break;
    case "failed": {
      const data: RefundEventData["pay-index.refund.failed"] = { ...base, reason: text ?? null };
      await bus.emit({ name: RefundEvents.FAILED, data });
    }
  }
  return { done: true };
}

async function toEventBase(
  container: MedusaContainer,
  { key, payment, cycle, refund }: RefundEndedReport,
): Promise<RefundEventData["pay-index.refund.succeeded"]> {
  const { attemptId, reference } = payment;
  const { requestId, refundId, amount, ofOrder } = refund;
  const order = ofOrder ? await findPaidOrder(container, { attempt_id: attemptId, cycle }) : undefined;
  return {
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
}
