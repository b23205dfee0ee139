import { type BookStatus, type PaymentStatus, remedyOf, toAmountText, type Work } from "@pay-index/core";
import type { ID } from "@vendure/core";

/** Core's records in the words of the Admin API. */
export type BookShown = ReturnType<typeof showBook>;
export type QueueItemShown = ReturnType<typeof showQueueItem>;

/** `no-result` is NO_RESULT there. */
export function toEnum(word: string): string {
  return word.toUpperCase().replaceAll("-", "_");
}

export function showBook({ state, placed, payments, items }: BookStatus) {
  const stateOf = (orderNumber: string) =>
    payments.find((payment) => payment.orderNumber === orderNumber)?.state ?? "created";
  return {
    state: toEnum(state),
    placedAt: placed?.at,
    attempts: payments.map(showAttempt),
    items: items.map((item) => ({
      item: showItem(item),
      advised: toEnum(remedyOf(item, stateOf(item.orderNumber))),
    })),
  };
}

export function showQueueItem(item: Work, orderId: ID | undefined) {
  return { item: showItem(item), orderCode: item.reference, orderId };
}

function showAttempt({ orderNumber, attempt, variant, state, money, timeline }: PaymentStatus) {
  return {
    orderNumber,
    attempt,
    variant,
    state: toEnum(state),
    amount: toAmountText(money),
    currencyCode: money.currency,
    timeline: timeline.map((entry) => ({ ...entry, source: toEnum(entry.source) })),
  };
}

function showItem({ id, kind, orderNumber, createdAt, tries, problem }: Work) {
  return { id, kind: toEnum(kind), orderNumber, createdAt, tries, evidence: problem?.message ?? "" };
}
