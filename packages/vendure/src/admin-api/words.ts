import {
  type BookStatus,
  canRetry,
  type Money,
  type PaymentStatus,
  type QueuePage,
  type RecordedRefund,
  type RetryResult,
  remedyOf,
  type SubscriptionStatus,
  type TimelineEntry,
  toAmountText,
  type Work,
  type WorkKind,
} from "@pay-index/core";
import type { ID } from "@vendure/core";
import { fromMoney } from "../amount.ts";
import type { FoundOrders } from "./order-summaries.ts";

/** Core's records in the words of the Admin API. */
export type BookShown = ReturnType<typeof showBook>;
export type QueuePageShown = ReturnType<typeof showQueuePage>;
export type RetryShown = ReturnType<typeof showRetry>;

/** What became of one of several items. */
export interface DecidedItemShown {
  readonly id: string;
  /** Why it is still open. */
  readonly problem: string | undefined;
}
export type RetriedItemShown = RetryShown & { readonly id: string };

/** `no-result` is NO_RESULT there. */
function toEnum(word: string): string {
  return word.toUpperCase().replaceAll("-", "_");
}

/** The other way round. */
export function fromEnum(name: string | undefined): WorkKind | undefined {
  return name?.toLowerCase().replaceAll("_", "-") as WorkKind | undefined;
}

/** Vendure's ids of orders, by their codes. */
export type OrderIds = ReadonlyMap<string, ID>;

/** What is shown with the attempts of an order. */
export interface Around {
  readonly orderIds: OrderIds;
  /** Codes of Vendure's channels, by the tenants whose merchants they use. */
  readonly channelCodes: ReadonlyMap<string, string>;
}

export function showBook({ state, placed, payments, items, attemptCount }: BookStatus, around: Around) {
  return {
    state: toEnum(state),
    placedAt: placed?.at,
    attemptCount,
    attempts: payments.map((payment) => showAttempt(payment, around)),
    items: items.map((item) => ({
      item: showItem(item),
      advised: toEnum(remedyOf(item, payments)),
      canRetry: canRetry(item),
    })),
  };
}

/** What is shown with the items of the queue. */
export interface AroundQueue {
  readonly orders: FoundOrders;
  /** By the items' ids. */
  readonly amounts: ReadonlyMap<string, Money>;
  /** Of Vendure's integers. */
  readonly precision: number;
}

export function showQueuePage({ items, count, counts }: QueuePage, around: AroundQueue) {
  const { orders, amounts, precision } = around;
  return {
    items: items.map((item) => {
      const found = orders.get(item.reference);
      const amount = amounts.get(item.id);
      return {
        item: showItem(item),
        orderCode: item.reference,
        orderId: found?.id,
        amount: amount && fromMoney(amount, precision),
        currencyCode: amount?.currency,
        order: found?.summary,
      };
    }),
    totalItems: count,
    counts: Object.entries(counts).map(([kind, number]) => ({ kind: toEnum(kind), count: number })),
  };
}

/** What a retry led to. */
export function showRetry(result: RetryResult) {
  const problem = "problem" in result ? result.problem.message : undefined;
  return { worked: result.outcome !== "not-run", outcome: toEnum(result.outcome), problem };
}

function showAttempt(payment: PaymentStatus, { orderIds, channelCodes }: Around) {
  const { orderNumber, attempt, variant, state, money, timeline, subscription, merchantTenant } = payment;
  return {
    orderNumber,
    attempt,
    channelCode: channelCodes.get(merchantTenant),
    variant,
    state: toEnum(state),
    amount: toAmountText(money),
    currencyCode: money.currency,
    timeline: timeline.map(showEntry),
    refunds: payment.refunds.map(showRefund),
    subscription: subscription && showSubscription(subscription, orderIds),
  };
}

function showRefund({ at, money, reference, ofOrder }: RecordedRefund) {
  return { at, amount: toAmountText(money), currencyCode: money.currency, reference, ofOrder };
}

function showEntry(entry: TimelineEntry) {
  return { ...entry, source: toEnum(entry.source) };
}

function showSubscription({ state, cycles, ...about }: SubscriptionStatus, orderIds: OrderIds) {
  return {
    ...about,
    state: toEnum(state),
    cycles: cycles.map(({ placed, timeline, refunds, ...cycle }) => ({
      ...cycle,
      refunds: refunds.map(showRefund),
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
