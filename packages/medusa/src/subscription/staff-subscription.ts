import type { AttemptStatus, TimelineEntry } from "@pay-index/core";
import { toRefundViews } from "../admin-api/refund-views.ts";

/** The cycles of what a payment has begun, by number. Null: it is paid once, or not paid yet. */
export function toStaffSubscription({ subscription }: AttemptStatus) {
  if (subscription === undefined || subscription.state === "waiting") return null;
  const { state, planType, totalCount, cycles, nextCycle } = subscription;
  const known = cycles.map(
    ({ number, dueAt, placedOrder, transactionId, timeline, missing, refunds, ...cycle }) => ({
      number,
      state: cycle.state as typeof cycle.state | "expected",
      due_at: dueAt ?? null,
      order_id: placedOrder?.id ?? null,
      missing,
      transaction_id: transactionId ?? null,
      refunds: toRefundViews(refunds),
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
          missing: false,
          transaction_id: null,
          refunds: toRefundViews([]),
          timeline: [] as readonly TimelineEntry[],
        },
      ]
    : [];
  return { state, plan_type: planType, total_count: totalCount, cycles: [...known, ...expected] };
}
