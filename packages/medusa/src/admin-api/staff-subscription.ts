import type { AttemptStatus, TimelineEntry } from "@pay-index/core";
import type { FailedMedusaRefunds } from "../refunds/failed-medusa-refunds.ts";
import { toAmountView, toGatewayRefundViews, toRecordedRefundViews } from "./refund-views.ts";

/**
 * Returns the subscription that an attempt started, with its cycles by number. Null for a single payment, and before
 * the first payment.
 */
export function toStaffSubscription({ subscription }: AttemptStatus, failedRefunds: FailedMedusaRefunds) {
  if (subscription === undefined || subscription.state === "waiting") return null;
  const { state, planType, totalCount, cycles, nextCycle } = subscription;
  const known = cycles.map(
    ({ number, dueAt, placedOrder, transactionId, timeline, isOverdue, refundable, ...cycle }) => ({
      number,
      state: cycle.state as typeof cycle.state | "expected",
      due_at: dueAt ?? null,
      order_id: placedOrder?.id ?? null,
      is_overdue: isOverdue,
      transaction_id: transactionId ?? null,
      refunds: toRecordedRefundViews(cycle.refunds),
      gateway_refunds: toGatewayRefundViews(cycle.gatewayRefunds, failedRefunds),
      refundable: refundable === undefined ? null : toAmountView(refundable),
      timeline,
    }),
  );
  const isToCome = nextCycle !== undefined && !known.some(({ number }) => number === nextCycle.number);
  const expected = isToCome
    ? [
        {
          number: nextCycle.number,
          state: "expected" as const,
          due_at: nextCycle.dueAt,
          order_id: null,
          is_overdue: false,
          transaction_id: null,
          refunds: toRecordedRefundViews([]),
          gateway_refunds: toGatewayRefundViews([], failedRefunds),
          refundable: null,
          timeline: [] as readonly TimelineEntry[],
        },
      ]
    : [];
  return { state, plan_type: planType, total_count: totalCount, cycles: [...known, ...expected] };
}
