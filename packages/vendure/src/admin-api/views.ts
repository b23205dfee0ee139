import {
  type AttemptStatus,
  type Money,
  type PaymentStatus,
  type SubscriptionStatus,
  type TimelineEntry,
  toAmountText,
} from "@pay-index/core";
import {
  canRetry,
  type RecordedRefund,
  type RetryResult,
  type ReviewItemPage,
  recommendedAction,
} from "@pay-index/core/adapter";
import { type Job, type JobKind } from "@pay-index/core/store";
import type { ID } from "@vendure/core";
import { toVendureAmount } from "../amount.ts";
import type { OrdersByCode } from "./order-summaries.ts";

/** Core's records in the words of the Admin API. */
export type PaymentView = ReturnType<typeof toPaymentView>;
export type ReviewQueueView = ReturnType<typeof toReviewQueueView>;
export type RetryView = ReturnType<typeof toRetryView>;

/** What became of one of several items. */
export interface ResolveResultView {
  readonly id: string;
  /** Why it is still open. */
  readonly problem: string | undefined;
}
export type BulkRetryResultView = RetryView & { readonly id: string };

/** `no-result` is NO_RESULT there. */
function toEnum(word: string): string {
  return word.toUpperCase().replaceAll("-", "_");
}

/** The other way round. */
export function fromEnum(name: string | undefined): JobKind | undefined {
  return name?.toLowerCase().replaceAll("_", "-") as JobKind | undefined;
}

/** Vendure's ids of orders, by their codes. */
export type OrderIdsByCode = ReadonlyMap<string, ID>;

/** What is shown with the attempts of an order. */
export interface PaymentViewContext {
  readonly orderIds: OrderIdsByCode;
  /** Codes of Vendure's channels, by the tenants whose merchants they use. */
  readonly channelCodes: ReadonlyMap<string, string>;
}

export function toPaymentView(
  { state, placedOrder, attempts, reviewItems, attemptCount }: PaymentStatus,
  around: PaymentViewContext,
) {
  return {
    state: toEnum(state),
    placedAt: placedOrder?.at,
    attemptCount,
    attempts: attempts.map((payment) => toAttemptView(payment, around)),
    items: reviewItems.map((item) => ({
      item: toReviewItemView(item),
      advised: toEnum(recommendedAction(item, attempts)),
      canRetry: canRetry(item),
    })),
  };
}

/** What is shown with the items of the queue. */
export interface AroundQueue {
  readonly orders: OrdersByCode;
  /** By the items' ids. */
  readonly amounts: ReadonlyMap<string, Money>;
  /** Of Vendure's integers. */
  readonly precision: number;
}

export function toReviewQueueView({ items, count, counts }: ReviewItemPage, around: AroundQueue) {
  const { orders, amounts, precision } = around;
  return {
    items: items.map((item) => {
      const found = orders.get(item.reference);
      const amount = amounts.get(item.id);
      return {
        item: toReviewItemView(item),
        orderCode: item.reference,
        orderId: found?.id,
        amount: amount && toVendureAmount(amount, precision),
        currencyCode: amount?.currency,
        order: found?.summary,
      };
    }),
    totalItems: count,
    counts: Object.entries(counts).map(([kind, number]) => ({ kind: toEnum(kind), count: number })),
  };
}

/** What a retry led to. */
export function toRetryView(result: RetryResult) {
  const problem = "problem" in result ? result.problem.message : undefined;
  return { worked: result.outcome !== "not-run", outcome: toEnum(result.outcome), problem };
}

function toAttemptView(payment: AttemptStatus, { orderIds, channelCodes }: PaymentViewContext) {
  const { attemptId, number, variant, state, amount, timeline, subscription, merchantTenant } = payment;
  return {
    attemptId,
    attempt: number,
    channelCode: channelCodes.get(merchantTenant),
    variant,
    state: toEnum(state),
    amount: toAmountText(amount),
    currencyCode: amount.currency,
    timeline: timeline.map(toTimelineEntryView),
    refunds: payment.refunds.map(toRefundView),
    subscription: subscription && toSubscriptionView(subscription, orderIds),
  };
}

function toRefundView({ at, amount, reference, ofOrder }: RecordedRefund) {
  return { at, amount: toAmountText(amount), currencyCode: amount.currency, reference, ofOrder };
}

function toTimelineEntryView(entry: TimelineEntry) {
  return { ...entry, source: toEnum(entry.source) };
}

function toSubscriptionView({ state, cycles, ...about }: SubscriptionStatus, orderIds: OrderIdsByCode) {
  return {
    ...about,
    state: toEnum(state),
    cycles: cycles.map(({ placedOrder, timeline, refunds, ...cycle }) => ({
      ...cycle,
      refunds: refunds.map(toRefundView),
      state: toEnum(cycle.state),
      orderCode: placedOrder?.id,
      orderId: orderIds.get(placedOrder?.id ?? ""),
      timeline: timeline.map(toTimelineEntryView),
    })),
  };
}

function toReviewItemView({ id, kind, attemptId, cycle, createdAt, tries, problem }: Job) {
  return { id, kind: toEnum(kind), attemptId, cycle, createdAt, tries, evidence: problem?.message ?? "" };
}
