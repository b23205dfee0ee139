import {
  type AttemptStatus,
  type AttemptSummary,
  type Capabilities,
  type CycleStatus,
  type GatewayHealth,
  type GatewayRefund,
  type Money,
  type PaymentStatus,
  type ReviewItem,
  toAmountText,
} from "@pay-index/core";
import {
  canRetry,
  type RecordedRefund,
  type RecordRefundFormDefaults,
  recommendedAction,
  recordRefundFormDefaultsOf,
} from "@pay-index/core/adapter";
import type { Backlog } from "@pay-index/core/store";
import type { StaffBacklog } from "./overview-schemas.ts";
import type { NamedOrder, ShopRefunds, StaffMember } from "./staff-host.ts";
import type {
  ListedAttempt,
  PaymentReviewItem,
  QueuedReviewItem,
  StaffAttempt,
  StaffCycle,
  StaffGatewayRefund,
  StaffHealth,
  StaffOrder,
  StaffPayment,
  StaffSession,
} from "./staff-schemas.ts";

/*
 * Core's records as the staff API answers them.
 */

/** What the host adds to a payment. */
export interface PaymentAdditions {
  readonly order: StaffOrder | undefined;
  readonly renewalOf: StaffPayment["renewalOf"];
  readonly shopRefunds: ShopRefunds;
  /** The orders of cycles, by the id that the order port returned. */
  readonly placedOrders: ReadonlyMap<string, NamedOrder>;
  /** By tenant. */
  readonly merchantNames: ReadonlyMap<string, string>;
}

export function toCapabilityViews(capabilities: Capabilities): StaffSession["capabilities"] {
  return Object.entries(capabilities).map(([name, capability]) => ({
    name,
    supported: capability.supported,
    instead: capability.supported ? null : capability.instead,
  }));
}

export function toListedAttempt(
  attempt: AttemptSummary,
  {
    order,
    merchantNames,
  }: { readonly order: StaffOrder | undefined; readonly merchantNames: ReadonlyMap<string, string> },
): ListedAttempt {
  const { merchantTenant, amount, chargedAmount, transactionIds, ...rest } = attempt;
  return {
    ...rest,
    merchant: merchantNames.get(merchantTenant) ?? null,
    amount: toMoneyText(amount),
    chargedAmount: toMoneyText(chargedAmount),
    transactionIds: [...transactionIds],
    order: order ?? null,
  };
}

export function toQueuedReviewItem(
  item: ReviewItem,
  { order, amount }: { readonly order: StaffOrder | undefined; readonly amount: Money | undefined },
): QueuedReviewItem {
  return { ...toReviewItem(item), amount: toMoneyTextOrNull(amount), order: order ?? null };
}

export function toStaffPayment(payment: PaymentStatus, additions: PaymentAdditions): StaffPayment {
  const { reference, tenant, state, placedOrder, attempts, reviewItems, attemptCount } = payment;
  const { order, renewalOf, shopRefunds } = additions;
  return {
    ...{ reference, tenant, state, attemptCount, renewalOf },
    placedAt: placedOrder?.at ?? null,
    order: order ?? null,
    attempts: attempts.map((attempt) => toStaffAttempt(attempt, additions)),
    reviewItems: reviewItems.map(
      (item): PaymentReviewItem => ({
        ...toReviewItem(item),
        recommendedAction: recommendedAction(item, attempts),
        canRetry: canRetry(item),
        refundForm: toRefundForm(recordRefundFormDefaultsOf(payment, item)),
        failedRefund: findFailedRefund(item, payment, shopRefunds),
      }),
    ),
    isRefundMissing: shopRefunds.isMissing,
  };
}

export function toStaffGatewayRefund(
  refund: GatewayRefund,
  { displayedAsMade }: Pick<ShopRefunds, "displayedAsMade">,
): StaffGatewayRefund {
  const { requestId, refundId, amount, reason, state, text, at, endedAt, ofOrder, transactionId } = refund;
  return {
    ...{ state, at, ofOrder, transactionId },
    endedAt: endedAt ?? null,
    amount: toMoneyText(amount),
    reference: refundId ?? null,
    requestId: requestId ?? null,
    reason: reason ?? null,
    text: text ?? null,
    isRefundedInShop: requestId !== undefined && displayedAsMade.has(requestId),
  };
}

/**
 * What waits is counted for all tenants, so only people who see all tenants see it. The addresses of dispute webhooks contain
 * secret tokens.
 */
export function toStaffHealth(health: GatewayHealth, { tenants, maySeeSecrets }: StaffMember): StaffHealth {
  const { notVerified, lastNotificationAt, lastSweepAt, overdueJobs, reviewItems } = health;
  const webhooks = health.disputeWebhooks.filter(({ tenant }) => tenants?.includes(tenant) ?? true);
  const ofAll = <Value>(value: Value): Value | null => (tenants === undefined ? value : null);
  return {
    problems: [...health.problems],
    notifyUrl: health.notifyUrl,
    disputeWebhooks: (maySeeSecrets === true ? webhooks : []).map(({ merchantId, url }) => ({
      merchantId,
      url,
    })),
    lastNotificationAt: lastNotificationAt ?? null,
    refusals: health.refusals.map(({ code, at }) => ({ code, at })),
    notVerified: ofAll(notVerified ?? null),
    lastSweepAt: lastSweepAt ?? null,
    startWarnings: health.startWarnings.map(({ code, message }) => ({ code, message })),
    overdueJobs: ofAll(toBacklogView(overdueJobs)),
    reviewItems: ofAll(toBacklogView(reviewItems)),
  };
}

export function toBacklogView({ count, hasMore, oldestAt }: Backlog): StaffBacklog {
  return { count, hasMore, oldestAt: oldestAt ?? null };
}

function toReviewItem({ id, kind, attemptId, cycle, reference, tenant, createdAt, problem }: ReviewItem) {
  return {
    ...{ id, kind, attemptId, reference, tenant, createdAt },
    cycle: cycle ?? null,
    problemCode: problem.code,
    evidence: problem.message,
  };
}

/** Returns the failed refund that an item is about. */
function findFailedRefund(
  { kind, attemptId, cycle: number, dedupeKey }: ReviewItem,
  { attempts }: PaymentStatus,
  shopRefunds: ShopRefunds,
): StaffGatewayRefund | null {
  if (kind !== "refund-failed") return null;
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  const cycle = attempt?.subscription?.cycles.find((each) => each.number === number);
  const refunds = (cycle ?? attempt)?.gatewayRefunds ?? [];
  const failed = refunds.find(({ requestId }) => requestId === dedupeKey);
  return failed === undefined ? null : toStaffGatewayRefund(failed, shopRefunds);
}

function toRefundForm(form: RecordRefundFormDefaults | undefined): PaymentReviewItem["refundForm"] {
  if (form === undefined) return null;
  const { amount, left, currency, isRequired } = form;
  return {
    amount: amount === undefined ? null : toAmountText(amount),
    left: left === undefined ? null : toAmountText(left),
    currency,
    isRequired,
  };
}

function toStaffAttempt(attempt: AttemptStatus, additions: PaymentAdditions): StaffAttempt {
  const { attemptId, number, merchantTenant, variant, state, amount, chargedAmount } = attempt;
  return {
    ...{ attemptId, number, variant, state },
    merchant: additions.merchantNames.get(merchantTenant) ?? null,
    amount: toMoneyText(amount),
    chargedAmount: toMoneyText(chargedAmount),
    ...toChargeView(attempt, additions.shopRefunds),
    subscription: toSubscriptionView(attempt, additions),
  };
}

function toChargeView(
  {
    timeline,
    refunds,
    gatewayRefunds,
    refundable,
  }: Pick<CycleStatus, "timeline" | "refunds" | "gatewayRefunds" | "refundable">,
  shopRefunds: ShopRefunds,
) {
  return {
    timeline: timeline.map(({ phrases, ...entry }) => ({
      ...entry,
      phrases: phrases.map(({ id, values }) => ({ id, values: { ...values } })),
    })),
    refunds: refunds.map(toRecordedRefund),
    gatewayRefunds: gatewayRefunds.map((refund) => toStaffGatewayRefund(refund, shopRefunds)),
    refundable: toMoneyTextOrNull(refundable),
  };
}

/** Null for a single payment. */
function toSubscriptionView({ subscription }: AttemptStatus, additions: PaymentAdditions) {
  if (subscription === undefined) return null;
  const { state, planType, totalCount, gatewaySubscriptionId, closedAt, cycles, nextCycle } = subscription;
  const known = cycles.map((cycle) => toCycleView(cycle, additions));
  const isToCome = nextCycle !== undefined && !known.some(({ number }) => number === nextCycle.number);
  return {
    ...{ state, planType, totalCount },
    gatewaySubscriptionId: gatewaySubscriptionId ?? null,
    closedAt: closedAt ?? null,
    cycles: isToCome ? [...known, { ...nextCycle, ...expectedCycle }] : known,
  };
}

const expectedCycle = {
  state: "expected" as const,
  transactionId: null,
  order: null,
  isOverdue: false,
  timeline: [],
  refunds: [],
  gatewayRefunds: [],
  refundable: null,
};

function toCycleView(cycle: CycleStatus, { shopRefunds, placedOrders }: PaymentAdditions): StaffCycle {
  const { number, state, dueAt, transactionId, placedOrder, isOverdue } = cycle;
  const id = placedOrder?.id;
  return {
    ...{ number, state, isOverdue },
    dueAt: dueAt ?? null,
    transactionId: transactionId ?? null,
    order: id === undefined ? null : (placedOrders.get(id) ?? { id, name: id }),
    ...toChargeView(cycle, shopRefunds),
  };
}

function toRecordedRefund({ at, amount, reference, ofOrder }: RecordedRefund) {
  return { at, amount: toMoneyText(amount), reference, ofOrder };
}

function toMoneyTextOrNull(amount: Money | undefined) {
  return amount === undefined ? null : toMoneyText(amount);
}

export function toMoneyText(amount: Money) {
  return { amount: toAmountText(amount), currency: amount.currency };
}
