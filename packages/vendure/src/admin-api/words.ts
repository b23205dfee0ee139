import {
  type BookStatus,
  type PaymentStatus,
  type RetryResult,
  remedyOf,
  type SubscriptionStatus,
  type TimelineEntry,
  toAmountText,
  type Work,
} from "@pay-index/core";
import type { ID } from "@vendure/core";

/** Core's records in the words of the Admin API. */
export type BookShown = ReturnType<typeof showBook>;
export type QueueItemShown = ReturnType<typeof showQueueItem>;
export type RetryShown = ReturnType<typeof showRetry>;

/** `no-result` is NO_RESULT there. */
export function toEnum(word: string): string {
  return word.toUpperCase().replaceAll("-", "_");
}

/** Vendure's ids of orders, by their codes. */
export type OrderIds = ReadonlyMap<string, ID>;

export function showBook({ state, placed, payments, items }: BookStatus, orderIds: OrderIds) {
  return {
    state: toEnum(state),
    placedAt: placed?.at,
    attempts: payments.map((payment) => showAttempt(payment, orderIds)),
    items: items.map((item) => ({
      item: showItem(item),
      advised: toEnum(remedyOf(item, payments)),
    })),
  };
}

export function showQueueItem(item: Work, orderId: ID | undefined) {
  return { item: showItem(item), orderCode: item.reference, orderId };
}

/** What a retry led to. */
export function showRetry(result: RetryResult) {
  const problem = "problem" in result ? result.problem.message : undefined;
  return { worked: result.outcome !== "not-run", outcome: toEnum(result.outcome), problem };
}

function showAttempt(payment: PaymentStatus, orderIds: OrderIds) {
  const { orderNumber, attempt, variant, state, money, timeline, subscription } = payment;
  return {
    orderNumber,
    attempt,
    variant,
    state: toEnum(state),
    amount: toAmountText(money),
    currencyCode: money.currency,
    timeline: timeline.map(showEntry),
    subscription: subscription && showSubscription(subscription, orderIds),
  };
}

function showEntry(entry: TimelineEntry) {
  return { ...entry, source: toEnum(entry.source) };
}

function showSubscription({ state, cycles, ...about }: SubscriptionStatus, orderIds: OrderIds) {
  return {
    ...about,
    state: toEnum(state),
    cycles: cycles.map(({ placed, timeline, ...cycle }) => ({
      ...cycle,
      state: toEnum(cycle.state),
      orderCode: placed?.id,
      orderId: orderIds.get(placed?.id ?? ""),
      timeline: timeline.map(showEntry),
    })),
  };
}

function showItem({ id, kind, orderNumber, cycle, createdAt, tries, problem }: Work) {
  return { id, kind: toEnum(kind), orderNumber, cycle, createdAt, tries, evidence: problem?.message ?? "" };
}
