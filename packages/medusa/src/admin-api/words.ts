import {
  type BookStatus,
  canRetry,
  type Money,
  type PaymentStatus,
  type RetryResult,
  remedyOf,
  toAmountText,
  type Work,
} from "@pay-index/core";
import { showSubscription } from "../subscription/shown-to-staff.ts";
import type { CartSummary } from "./cart-summaries.ts";
import type { ItemRefund } from "./item-refunds.ts";
import { showRefunds } from "./show-refunds.ts";

/** Core's records in the words of the admin's routes. */
export type BookShown = ReturnType<typeof showBook>;
export type ItemShown = BookShown["items"][number];
export type QueueItemShown = ReturnType<typeof showQueueItem>;
/** One page of the queue. */
export interface QueueShown {
  readonly items: readonly QueueItemShown[];
  readonly count: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly limit: number;
  readonly offset: number;
}
export type RetryShown = ReturnType<typeof showRetry>;
export type BulkResultShown = RetryShown & { readonly id: string };

/** What Medusa and the options add to a book. */
interface About {
  /** What the cart has become, in whatever way it was paid. */
  readonly orderId: string | undefined;
  readonly summary: CartSummary | undefined;
  readonly refunds: ReadonlyMap<string, ItemRefund>;
  /** Whether the shop has merchants of several tenants. */
  readonly hasTenants: boolean;
  /** Whether Medusa's books lack a refund that is recorded. */
  readonly isRefundMissing: boolean;
}

export function showBook(book: BookStatus, about: About) {
  const { reference, state, placed, payments, items, attemptCount } = book;
  const { orderId, summary, refunds, hasTenants, isRefundMissing } = about;
  return {
    cart_id: reference,
    order_id: orderId ?? null,
    state,
    placed_at: placed?.at ?? null,
    summary: summary ?? null,
    attempt_count: attemptCount,
    attempts: payments.map((payment) => showAttempt(payment, hasTenants)),
    items: items.map((item) => ({
      ...showItem(item),
      advised: remedyOf(item, payments),
      can_retry: canRetry(item),
      refund: refunds.get(item.id) ?? null,
    })),
    refund_missing: isRefundMissing,
  };
}

/** What is advised stands with its book: a list of many reads none. */
export function showQueueItem(item: Work, { summary, amount }: AboutQueueItem) {
  return {
    ...showItem(item),
    amount: amount === undefined ? null : toAmountText(amount),
    currency_code: amount?.currency.toLowerCase() ?? null,
    order_id: summary?.order_id ?? null,
    summary: summary ?? null,
  };
}

interface AboutQueueItem {
  readonly summary: CartSummary | undefined;
  /** What was charged, or what the attempt asked for. */
  readonly amount: Money | undefined;
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

function showAttempt(payment: PaymentStatus, hasTenants: boolean) {
  const { orderNumber, attempt, variant, state, money, timeline, merchantTenant, refunds } = payment;
  return {
    order_number: orderNumber,
    attempt,
    tenant: hasTenants ? merchantTenant : null,
    variant,
    state,
    amount: toAmountText(money),
    currency_code: money.currency.toLowerCase(),
    refunds: showRefunds(refunds),
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
