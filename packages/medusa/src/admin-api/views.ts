import { type AttemptStatus, type Money, type PaymentStatus, toAmountText } from "@pay-index/core";
import { canRetry, type RetryResult, recommendedAction } from "@pay-index/core/adapter";
import type { Job } from "@pay-index/core/store";
import { toStaffSubscription } from "../subscription/staff-subscription.ts";
import type { CartSummary } from "./cart-summaries.ts";
import type { RefundFormDefaults } from "./refund-form-defaults.ts";
import { toRefundViews } from "./refund-views.ts";

/** Core's records in the words of the admin's routes. */
export type PaymentView = ReturnType<typeof toPaymentView>;
export type ReviewItemView = PaymentView["items"][number];
export type ReviewQueueItemView = ReturnType<typeof toReviewQueueItemView>;
/** One page of the queue. */
export interface ReviewQueueView {
  readonly items: readonly ReviewQueueItemView[];
  readonly count: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly limit: number;
  readonly offset: number;
}
export type RetryView = ReturnType<typeof toRetryView>;
export type BulkResultView = RetryView & { readonly id: string };

/** What Medusa and the options add to a book. */
interface PaymentViewContext {
  /** What the cart has become, in whatever way it was paid. */
  readonly orderId: string | undefined;
  readonly summary: CartSummary | undefined;
  readonly refunds: ReadonlyMap<string, RefundFormDefaults>;
  /** Whether the shop has merchants of several tenants. */
  readonly hasTenants: boolean;
  /** Whether Medusa's books lack a refund that is recorded. */
  readonly isRefundMissing: boolean;
}

export function toPaymentView(book: PaymentStatus, about: PaymentViewContext) {
  const { reference, state, placedOrder, attempts, reviewItems, attemptCount } = book;
  const { orderId, summary, refunds, hasTenants, isRefundMissing } = about;
  return {
    cart_id: reference,
    order_id: orderId ?? null,
    state,
    placed_at: placedOrder?.at ?? null,
    summary: summary ?? null,
    attempt_count: attemptCount,
    attempts: attempts.map((payment) => toAttemptView(payment, hasTenants)),
    items: reviewItems.map((item) => ({
      ...toReviewItemView(item),
      advised: recommendedAction(item, attempts),
      can_retry: canRetry(item),
      refund: refunds.get(item.id) ?? null,
    })),
    refund_missing: isRefundMissing,
  };
}

/** What is advised stands with its book: a list of many reads none. */
export function toReviewQueueItemView(item: Job, { summary, amount }: AboutQueueItem) {
  return {
    ...toReviewItemView(item),
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
export function toRetryView(result: RetryResult) {
  const problem = "problem" in result ? result.problem.message : null;
  return { outcome: result.outcome, problem, due_at: "dueAt" in result ? result.dueAt : null };
}

function toReviewItemView({ id, kind, attemptId, cycle, createdAt, tries, problem, reference }: Job) {
  return {
    id: encodeReviewItemId(id),
    kind,
    attempt_id: attemptId,
    cycle: cycle ?? null,
    cart_id: reference,
    created_at: createdAt,
    tries,
    evidence: problem?.message ?? "",
  };
}

function toAttemptView(payment: AttemptStatus, hasTenants: boolean) {
  const { attemptId, number, variant, state, amount, timeline, merchantTenant, refunds } = payment;
  return {
    attempt_id: attemptId,
    attempt: number,
    tenant: hasTenants ? merchantTenant : null,
    variant,
    state,
    amount: toAmountText(amount),
    currency_code: amount.currency.toLowerCase(),
    refunds: toRefundViews(refunds),
    timeline,
    subscription: toStaffSubscription(payment),
  };
}

/** Core's ids have slashes in them, which proxies decode in a path. */
function encodeReviewItemId(id: string): string {
  return Buffer.from(id, "utf8").toString("base64url");
}

export function decodeReviewItemId(id: string): string {
  return Buffer.from(id, "base64url").toString("utf8");
}
