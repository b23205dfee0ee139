import {
  type AttemptStatus,
  type Capabilities,
  type Money,
  type PaymentStatus,
  type ReviewItem,
  toAmountText,
} from "@pay-index/core";
import { canRetry, type RetryResult, recommendedAction } from "@pay-index/core/adapter";
import type { FailedMedusaRefunds } from "../refunds/failed-medusa-refunds.ts";
import type { CartSummary } from "./cart-summaries.ts";
import type { RefundFormDefaults } from "./refund-form-defaults.ts";
import { toAmountView, toGatewayRefundViews, toRecordedRefundViews } from "./refund-views.ts";
import { toStaffSubscription } from "./staff-subscription.ts";

export type { CancellationResult as CancellationView } from "../storefront/index.ts";

/** Core's records as the admin routes return them. */
export type PaymentView = ReturnType<typeof toPaymentView>;
export type ReviewItemView = PaymentView["review_items"][number];
export type ReviewQueueItemView = ReturnType<typeof toReviewQueueItemView>;
/** One page of the queue. */
export interface ReviewQueueView {
  readonly items: readonly ReviewQueueItemView[];
  readonly count: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly limit: number;
  readonly offset: number;
}
export type RetryResultView = ReturnType<typeof toRetryResultView>;
export type CapabilityView = ReturnType<typeof toCapabilityViews>[number];
export type BulkItemResultView = RetryResultView & { readonly id: string };

/** What Medusa and the options add to a payment. */
interface PaymentViewContext {
  /** The order of the cart, also if it was paid in another way. */
  readonly orderId: string | undefined;
  readonly summary: CartSummary | undefined;
  readonly refunds: ReadonlyMap<string, RefundFormDefaults>;
  /** Whether the shop has merchants of several tenants. */
  readonly hasTenants: boolean;
  /** Whether the order in Medusa lacks a recorded refund. */
  readonly isRefundMissing: boolean;
  /** The refunds that failed at the gateway, and that Medusa displays as made. */
  readonly failedRefunds: FailedMedusaRefunds;
}

export function toPaymentView(payment: PaymentStatus, context: PaymentViewContext) {
  const { reference, state, placedOrder, attempts, reviewItems, attemptCount } = payment;
  const { orderId, summary, refunds, isRefundMissing, failedRefunds } = context;
  return {
    cart_id: reference,
    order_id: orderId ?? null,
    state,
    placed_at: placedOrder?.at ?? null,
    summary: summary ?? null,
    attempt_count: attemptCount,
    attempts: attempts.map((attempt) => toAttemptView(attempt, context)),
    review_items: reviewItems.map((item) => ({
      ...toReviewItemView(item),
      recommended_action: recommendedAction(item, attempts),
      can_retry: canRetry(item),
      refund: refunds.get(item.id) ?? null,
      failed_refund: toFailedRefundView(item, payment, failedRefunds),
    })),
    refund_missing: isRefundMissing,
  };
}

/** The queue has no recommended actions, because they depend on the whole payment. */
export function toReviewQueueItemView(item: ReviewItem, { summary, amount }: ReviewQueueItemContext) {
  return {
    ...toReviewItemView(item),
    amount: amount === undefined ? null : toAmountText(amount),
    currency_code: amount?.currency.toLowerCase() ?? null,
    order_id: summary?.order_id ?? null,
    summary: summary ?? null,
  };
}

interface ReviewQueueItemContext {
  readonly summary: CartSummary | undefined;
  /** The charged amount, or the amount of the attempt. */
  readonly amount: Money | undefined;
}

/** Returns each capability of core with its name. */
export function toCapabilityViews(capabilities: Capabilities) {
  return Object.entries(capabilities).map(([name, capability]) => ({
    name,
    supported: capability.supported,
    instead: capability.supported ? null : capability.instead,
  }));
}

/** Returns the result of a retry. */
export function toRetryResultView(result: RetryResult) {
  const problem = "problem" in result ? result.problem.message : null;
  return { outcome: result.outcome, problem, due_at: "dueAt" in result ? result.dueAt : null };
}

function toReviewItemView({ id, kind, attemptId, cycle, createdAt, problem, reference }: ReviewItem) {
  return {
    id: encodeReviewItemId(id),
    kind,
    attempt_id: attemptId,
    cycle: cycle ?? null,
    cart_id: reference,
    created_at: createdAt,
    problem_code: problem.code,
    evidence: problem.message,
  };
}

/** Returns the failed refund that an item is about, and whether Medusa displays it as made. Null for other items. */
function toFailedRefundView(
  item: ReviewItem,
  { attempts }: PaymentStatus,
  failedRefunds: FailedMedusaRefunds,
) {
  if (item.kind !== "refund-failed") return null;
  const attempt = attempts.find(({ attemptId }) => attemptId === item.attemptId);
  const cycle = attempt?.subscription?.cycles.find(({ number }) => number === item.cycle);
  const refunds = (cycle ?? attempt)?.gatewayRefunds ?? [];
  const [failed] = toGatewayRefundViews(
    refunds.filter(({ requestId }) => requestId === item.dedupeKey),
    failedRefunds,
  );
  return failed ?? null;
}

function toAttemptView(
  attempt: AttemptStatus,
  { hasTenants, failedRefunds }: Pick<PaymentViewContext, "hasTenants" | "failedRefunds">,
) {
  const { attemptId, number, variant, state, amount, chargedAmount, timeline, merchantTenant, refunds } =
    attempt;
  const { gatewayRefunds, refundable } = attempt;
  return {
    attempt_id: attemptId,
    number,
    tenant: hasTenants ? merchantTenant : null,
    variant,
    state,
    amount: toAmountText(amount),
    charged_amount: toAmountText(chargedAmount),
    currency_code: amount.currency.toLowerCase(),
    refunds: toRecordedRefundViews(refunds),
    gateway_refunds: toGatewayRefundViews(gatewayRefunds, failedRefunds),
    refundable: refundable === undefined ? null : toAmountView(refundable),
    timeline,
    subscription: toStaffSubscription(attempt, failedRefunds),
  };
}

/** Core's ids contain slashes, which proxies decode in a path. */
function encodeReviewItemId(id: string): string {
  return Buffer.from(id, "utf8").toString("base64url");
}

export function decodeReviewItemId(id: string): string {
  return Buffer.from(id, "base64url").toString("utf8");
}
