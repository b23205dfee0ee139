import type { EngineContext } from "../engine-context.ts";
import { statusUrl } from "../links/url-tokens.ts";
import { type Attempt, expectedAmountsOf, newestPartOf, partOf } from "../payment/attempt.ts";
import { type AttemptState, statesBestFirst } from "../payment/attempt-state.ts";
import { type GatewayRefund, gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import { findPlacedOrder, openPartOf, type PlacedOrder } from "../payment/placed-order.ts";
import { type RecordedRefund, recordedRefundsOf } from "../payment/recorded-refunds.ts";
import type { ReturnHintRecord } from "../payment/return-hint.ts";
import { type RefundedOrder, toRefundedOrder } from "../payment/returned-money.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import type { PaymentKey } from "../ports/store.ts";
import type { Money } from "../protocol/money/money.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import type { Variant } from "../protocol/sale/sale.ts";
import {
  amountRefundableThroughGateway,
  type SubscriptionStatus,
  subscriptionStatus,
} from "./subscription-status.ts";
import { attemptTimelineOf, type TimelineEntry } from "./timeline.ts";

/** The state of a payment: the best state of the attempts of its newest part. `none`: no attempt was started. */
export type PaymentState = AttemptState | "none";

/** The status of one attempt. */
export interface AttemptStatus {
  /** The id of the attempt at the gateway, `pay_orderid`. */
  readonly attemptId: string;
  /** 1 for the first attempt of the payment. */
  readonly number: number;
  /** Which of the amounts of the order it pays: 1 unless the order was placed before (ENG-PART). */
  readonly part: number;
  /** The tenant whose merchant takes the money (ENG-SPAN). */
  readonly merchantTenant: string;
  readonly variant: Variant;
  readonly state: AttemptState;
  /** Whether the order is being placed, or is placed, for this attempt. True for at most one attempt of a part (ENG-WINS). */
  readonly isWinning: boolean;
  /** The price of the order. For a subscription, the price of each later cycle. Minor units. */
  readonly amount: Money;
  /** The amount to charge now. Differs from `amount` if the first period has another price. Minor units. */
  readonly chargedAmount: Money;
  /** ISO instant in UTC. */
  readonly createdAt: string;
  /** The address that returns the state to the buyer's app, as from `start`. It contains a token, so send it only to the buyer. */
  readonly statusUrl: string;
  readonly timeline: readonly TimelineEntry[];
  /** What the buyer's browser reported, and when first. It is not verified: use it only to look up a payment without a result. */
  readonly returnHints: readonly ReturnHintRecord[];
  /** The recorded refunds of this attempt. For a subscription, of its first cycle. */
  readonly refunds: readonly RecordedRefund[];
  /** The refunds through the gateway, whatever their state. For a subscription, of its first cycle. */
  readonly gatewayRefunds: readonly GatewayRefund[];
  /**
   * What is left to refund through the gateway, in minor units. Undefined: nothing, or only the gateway's back office can refund it.
   * For a subscription, of its first cycle.
   */
  readonly refundable: Money | undefined;
  /** The subscription. Undefined for other variants. */
  readonly subscription: SubscriptionStatus | undefined;
}

/** The status of a payment, for the shop and its staff. */
export interface PaymentStatus extends PaymentKey {
  readonly state: PaymentState;
  /**
   * Oldest attempt first: every attempt that is `paid`, `review` or `approved` or has a review item, the newest attempt of each other
   * state, the attempt that was asked for, and the newest 10 attempts.
   */
  readonly attempts: readonly AttemptStatus[];
  /** The number of all attempts, whether they are in `payments` or not. */
  readonly attemptCount: number;
  /** The open review items of the payment. */
  readonly reviewItems: readonly ReviewItem[];
  /** The order that the host placed for the payment. Undefined until it is placed. */
  readonly placedOrder: PlacedOrder | undefined;
  /** The part that a further sale of the order pays: 1 until the order is placed, and then one more after each paid amount (ENG-PART). */
  readonly openPart: number;
}

/** A subscription, with the attempt that paid its first cycle. */
export interface SubscriptionAndPaidAttempt {
  readonly attempt: AttemptStatus;
  readonly subscription: SubscriptionStatus;
}

/**
 * Returns the subscription to display to a buyer: that of the winning attempt, or of the first paid attempt while no
 * attempt wins. Undefined if no paid attempt started one, or another attempt won. Prefers a subscription whose order is
 * placed.
 */
export function findPaidSubscription({
  attempts,
}: Pick<PaymentStatus, "attempts">): SubscriptionAndPaidAttempt | undefined {
  const winners = attempts.filter(({ isWinning }) => isWinning);
  const candidates = winners.length > 0 ? winners : attempts.filter(({ state }) => state === "paid");
  const subscriptions = candidates.flatMap((attempt) => {
    const { subscription } = attempt;
    return subscription === undefined ? [] : [{ attempt, subscription }];
  });
  const isPlaced = ({ subscription }: SubscriptionAndPaidAttempt) =>
    subscription.cycles[0]?.placedOrder !== undefined;
  return subscriptions.find(isPlaced) ?? subscriptions[0];
}

/** The number of newest attempts in a status. A buyer can start many. */
const newestAttempts = 10;

/**
 * Loads a payment, and returns its status.
 *
 * @param attemptId an attempt to include, however old it is
 * @throws PayIndexError `store_unavailable`
 */
export async function loadPaymentStatus(
  engine: EngineContext,
  key: PaymentKey,
  attemptId?: string,
): Promise<PaymentStatus> {
  const attemptIds = isAttemptId(attemptId) ? [attemptId] : [];
  const payment = await engine.store.load(key, { cycles: "all", newest: newestAttempts, attemptIds });
  const secret = await engine.secrets.newest();
  const { attempts, attemptCount } = payment;
  const links = await Promise.all(attempts.map(({ link }) => link && engine.store.findLink(link.linkId)));
  return {
    tenant: key.tenant,
    reference: key.reference,
    state: paymentStateOf(attempts),
    openPart: openPartOf(payment),
    attemptCount,
    attempts: attempts.map((attempt, index) => ({
      ...toAttemptStatus(attempt),
      timeline: attemptTimelineOf(attempt, links[index]),
      statusUrl: statusUrl(engine.settings, secret, attempt),
      subscription: subscriptionStatus(attempt, payment, engine.settings),
      refundable: amountRefundableThroughGateway(engine.settings, payment, {
        attempt,
        cycle: undefined,
        facts: attempt.facts,
      }),
    })),
    reviewItems: payment.reviewItems.filter(isOpenReviewItem),
    placedOrder: findPlacedOrder(payment.jobs),
  };
}

function paymentStateOf(attempts: readonly Attempt[]): PaymentState {
  const part = newestPartOf(attempts);
  return bestState(attempts.filter((each) => partOf(each) === part).map(({ state }) => state));
}

/** Returns the best of several states: one paid attempt or payment counts for all. `none` for an empty list. */
export function bestState(states: readonly PaymentState[]): PaymentState {
  return statesBestFirst.find((state) => states.includes(state)) ?? "none";
}

function toAttemptStatus(attempt: Attempt) {
  const { attemptId, number, variant, state, isWinning, amount, createdAt } = attempt;
  return {
    ...{ attemptId, number, variant, state, isWinning, amount, createdAt, part: partOf(attempt) },
    chargedAmount: expectedAmountsOf(attempt).chargedAmount,
    merchantTenant: attempt.merchantTenant,
    returnHints: attempt.returnHints ?? [],
    refunds: recordedRefundsOf(attempt.facts),
    gatewayRefunds: gatewayRefundsOf(attempt.facts),
  };
}

/** Whether a payment in each state is open, paid or under review. */
const lockingStates: Readonly<Record<PaymentState, boolean>> = {
  none: false,
  created: true,
  pending: true,
  approved: true,
  paid: true,
  review: true,
  failed: false,
  closed: false,
  refunded: false,
};

/** Whether the shop must not change an order, because its payment is open, paid or under review: a change would undo the sale. */
export function locksOrder(state: PaymentState): boolean {
  return lockingStates[state];
}

/** A charge of a payment with its order and its refunds: the sale of an attempt, or a later cycle. */
export interface ChargeStatus
  extends Pick<
    AttemptStatus,
    "attemptId" | "merchantTenant" | "chargedAmount" | "refunds" | "gatewayRefunds"
  > {
  /** Undefined for the sale. */
  readonly cycle: number | undefined;
  readonly placedOrder: PlacedOrder | undefined;
}

/** Returns the charges of a payment: the sale of each attempt, and the later cycles that it started. */
export function chargesOfPayment({
  attempts,
  placedOrder,
}: Pick<PaymentStatus, "attempts" | "placedOrder">): readonly ChargeStatus[] {
  return attempts.flatMap(({ attemptId, merchantTenant, amount, subscription, ...sale }): ChargeStatus[] => {
    const of = { attemptId, merchantTenant };
    const { isWinning, chargedAmount, refunds, gatewayRefunds } = sale;
    const ofSale = {
      placedOrder: isWinning ? placedOrder : undefined,
      chargedAmount,
      refunds,
      gatewayRefunds,
    };
    const later = (subscription?.cycles ?? []).filter(({ number }) => number > 1);
    return [
      { ...of, cycle: undefined, ...ofSale },
      ...later.map(({ number: cycle, placedOrder: renewal, ...refunded }) => ({
        ...{ ...of, cycle, chargedAmount: amount, placedOrder: renewal },
        ...{ refunds: refunded.refunds, gatewayRefunds: refunded.gatewayRefunds },
      })),
    ];
  });
}

/** Returns the orders with recorded refunds. Refunds of other charges, such as a second payment of one cart, belong to no order. */
export function refundedOrders(
  payment: Pick<PaymentStatus, "attempts" | "placedOrder">,
): readonly RefundedOrder[] {
  return chargesOfPayment(payment).flatMap(
    ({ gatewayRefunds: _, refunds: recorded, ...charge }) => toRefundedOrder({ ...charge, recorded }) ?? [],
  );
}
