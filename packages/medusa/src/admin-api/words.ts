import {
  type BookStatus,
  type PaymentStatus,
  type RetryResult,
  remedyOf,
  toAmountText,
  type Work,
} from "@pay-index/core";
import { showSubscription } from "../subscription/shown-to-staff.ts";

/** Core's records in the words of the admin's routes. */
export type BookShown = ReturnType<typeof showBook>;
export type ItemShown = BookShown["items"][number];
export type QueueItemShown = ReturnType<typeof showQueueItem>;
export type RetryShown = ReturnType<typeof showRetry>;

/** `orderId` is what the cart has become, in whatever way it was paid. */
export function showBook(book: BookStatus, orderId: string | undefined) {
  const { reference, state, placed, payments, items } = book;
  return {
    cart_id: reference,
    order_id: orderId ?? null,
    state,
    placed_at: placed?.at ?? null,
    attempts: payments.map(showAttempt),
    items: items.map((item) => ({ ...showItem(item), advised: remedyOf(item, payments) })),
  };
}

/** What is advised stands with its book: a list of many reads none. */
export function showQueueItem(item: Work, orderId: string | undefined) {
  return { ...showItem(item), order_id: orderId ?? null };
}

/** What a retry led to. */
export function showRetry(result: RetryResult) {
  const problem = "problem" in result ? result.problem.message : null;
  return { outcome: result.outcome, problem, due_at: "dueAt" in result ? result.dueAt : null };
}

function showItem({ id, kind, orderNumber, cycle, createdAt, tries, problem, reference }: Work) {
  return {
    id: toItemId(id),
    kind,
    order_number: orderNumber,
    cycle: cycle ?? null,
    cart_id: reference,
    created_at: createdAt,
    tries,
    evidence: problem?.message ?? "",
  };
}

function showAttempt(payment: PaymentStatus) {
  const { orderNumber, attempt, variant, state, money, timeline } = payment;
  return {
    order_number: orderNumber,
    attempt,
    variant,
    state,
    amount: toAmountText(money),
    currency_code: money.currency.toLowerCase(),
    timeline,
    subscription: showSubscription(payment),
  };
}

/** Core's ids have slashes in them, which proxies decode in a path. */
function toItemId(id: string): string {
  return Buffer.from(id, "utf8").toString("base64url");
}

export function fromItemId(id: string): string {
  return Buffer.from(id, "base64url").toString("utf8");
}
