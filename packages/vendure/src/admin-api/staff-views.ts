import {
  type AttemptStatus,
  type Capabilities,
  type GatewayRefund,
  type Money,
  type PaymentStatus,
  type ReviewItem,
  type SubscriptionStatus,
  type TimelineEntry,
  toAmountText,
} from "@pay-index/core";
import {
  canRetry,
  type RecordedRefund,
  type RecordRefundFormDefaults,
  type RetryResult,
  type ReviewItemPage,
  recommendedAction,
  recordRefundFormDefaultsOf,
} from "@pay-index/core/adapter";
import type { ID } from "@vendure/core";
import { toVendureAmount } from "../amount.ts";
import type { OrdersByCode } from "./order-summaries.ts";

/** Core's records as the Admin API returns them. */
export type PaymentView = ReturnType<typeof toPaymentView>;
export type ReviewQueueView = ReturnType<typeof toReviewQueueView>;
export type RetryResultView = ReturnType<typeof toRetryResultView>;

/** The result for one of several items. */
export interface BulkResolveItemResultView {
  readonly id: string;
  /** Why the item is still open. */
  readonly problem: string | undefined;
}
export type CapabilityView = ReturnType<typeof toCapabilityViews>[number];
export type BulkRetryItemResultView = RetryResultView & { readonly id: string };

/** Returns a name of core as GraphQL names it: NO_RESULT for `no-result`. */
export function toGraphqlEnum(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}

/** Reverses `toGraphqlEnum`. GraphQL has checked that the name is a value of the enum. */
export function fromGraphqlEnum<Name extends string>(name: string): Name {
  return name.toLowerCase().replaceAll("_", "-") as Name;
}

/** The ids of orders, by their codes. */
export type OrderIdsByCode = ReadonlyMap<string, ID>;

/** What a view adds to the attempts of an order. */
export interface PaymentViewContext {
  readonly orderIds: OrderIdsByCode;
  /** The codes of Vendure's channels, by tenant. */
  readonly channelCodes: ReadonlyMap<string, string>;
}

export function toPaymentView(payment: PaymentStatus, context: PaymentViewContext) {
  const { state, placedOrder, attempts, reviewItems, attemptCount } = payment;
  return {
    state: toGraphqlEnum(state),
    placedAt: placedOrder?.at,
    attemptCount,
    attempts: attempts.map((attempt) => toAttemptView(attempt, context)),
    reviewItems: reviewItems.map((item) => ({
      item: toReviewItemView(item),
      recommendedAction: toGraphqlEnum(recommendedAction(item, attempts)),
      canRetry: canRetry(item),
      refund: toRefundFormView(recordRefundFormDefaultsOf(payment, item)),
    })),
  };
}

/** What a view adds to the items of the queue. */
export interface ReviewQueueViewContext {
  readonly orders: OrdersByCode;
  /** By review item id. */
  readonly amounts: ReadonlyMap<string, Money>;
  /** The number of decimals of Vendure's integers. */
  readonly precision: number;
}

export function toReviewQueueView({ items, count, counts }: ReviewItemPage, context: ReviewQueueViewContext) {
  const { orders, amounts, precision } = context;
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
    counts: Object.entries(counts).map(([kind, number]) => ({ kind: toGraphqlEnum(kind), count: number })),
  };
}

/** Returns each capability of core with its name. */
export function toCapabilityViews(capabilities: Capabilities) {
  return Object.entries(capabilities).map(([name, capability]) => ({
    name: toGraphqlEnum(name),
    ...capability,
  }));
}

/** Returns the result of a retry. */
export function toRetryResultView(result: RetryResult) {
  const problem = "problem" in result ? result.problem.message : undefined;
  return { outcome: toGraphqlEnum(result.outcome), problem };
}

function toAttemptView(attempt: AttemptStatus, { orderIds, channelCodes }: PaymentViewContext) {
  const { attemptId, number, variant, state, amount, timeline, subscription, merchantTenant } = attempt;
  return {
    attemptId,
    number,
    channelCode: channelCodes.get(merchantTenant),
    variant,
    state: toGraphqlEnum(state),
    amount: toAmountText(amount),
    currencyCode: amount.currency,
    timeline: timeline.map(toTimelineEntryView),
    refunds: attempt.refunds.map(toRefundView),
    gatewayRefunds: attempt.gatewayRefunds.map(toGatewayRefundView),
    subscription: subscription && toSubscriptionView(subscription, orderIds),
  };
}

function toRefundFormView(form: RecordRefundFormDefaults | undefined) {
  return form && { amount: form.amount && toAmountText(form.amount), currencyCode: form.currency };
}

function toRefundView({ at, amount, reference, ofOrder }: RecordedRefund) {
  return { at, amount: toAmountText(amount), currencyCode: amount.currency, reference, ofOrder };
}

function toGatewayRefundView({ requestId, amount, state, ...about }: GatewayRefund) {
  const { at, endedAt, refundId, transactionId, reason, text, ofOrder } = about;
  return {
    ...{ at, endedAt, refundId, transactionId, reason, text, ofOrder },
    state: toGraphqlEnum(state),
    amount: toAmountText(amount),
    currencyCode: amount.currency,
    isFromGateway: requestId === undefined,
  };
}

function toTimelineEntryView(entry: TimelineEntry) {
  return { ...entry, source: toGraphqlEnum(entry.source) };
}

function toSubscriptionView({ state, cycles, ...about }: SubscriptionStatus, orderIds: OrderIdsByCode) {
  return {
    ...about,
    state: toGraphqlEnum(state),
    cycles: cycles.map(({ placedOrder, timeline, refunds, gatewayRefunds, ...cycle }) => ({
      ...cycle,
      refunds: refunds.map(toRefundView),
      gatewayRefunds: gatewayRefunds.map(toGatewayRefundView),
      state: toGraphqlEnum(cycle.state),
      orderCode: placedOrder?.id,
      orderId: orderIds.get(placedOrder?.id ?? ""),
      timeline: timeline.map(toTimelineEntryView),
    })),
  };
}

function toReviewItemView({ id, kind, attemptId, cycle, createdAt, problem }: ReviewItem) {
  return {
    id,
    kind: toGraphqlEnum(kind),
    attemptId,
    cycle,
    createdAt,
    problemCode: problem.code,
    evidence: problem.message,
  };
}
