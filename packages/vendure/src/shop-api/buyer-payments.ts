import { Injectable } from "@nestjs/common";
import { type PaymentStatus, type SubscriptionStatus } from "@pay-index/core";
import { findPaidSubscription, isAwaitingReview, orderState } from "@pay-index/core/adapter";
import {
  CustomerService,
  type Order,
  type RequestContext,
  TransactionalConnection,
  totalCoveredByPayments,
} from "@vendure/core";
import { PaymentLookup } from "../payment-lookup.ts";
import { findSubscriptionOrders, type PageRange } from "../subscription/subscription-orders.ts";

export interface BuyerPaymentView {
  readonly state: string;
  readonly isPlaced: boolean;
  /** Staff have to check the payment before it can become an order. */
  readonly isBeingChecked: boolean;
  readonly subscription: BuyerSubscriptionView | undefined;
}

export type BuyerSubscriptionView = ReturnType<typeof toBuyerSubscription>;

/** How orders and their subscriptions stand, as their buyers may see it. */
@Injectable()
export class BuyerPayments {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly customers: CustomerService,
    private readonly payments: PaymentLookup,
  ) {}

  /** With its payments and their refunds. A renewal shows the subscription that it belongs to. */
  async order(ctx: RequestContext, order: Order): Promise<BuyerPaymentView> {
    const isPlaced = order.orderPlacedAt != null;
    const renewal = await this.payments.renewalOf(ctx, order);
    if (renewal !== undefined) {
      const subscription = findBuyerSubscription(renewal.payment);
      return { state: "paid", isPlaced, isBeingChecked: false, subscription };
    }
    const payment = await this.payments.of(order);
    // An order that cost nothing, or was paid in another way, is placed without us.
    const placed = payment.placedOrder !== undefined || isPlaced;
    const state = orderState(payment.state, { isPlaced, isFree: isCovered(order) });
    return {
      state,
      isPlaced: placed,
      isBeingChecked: !placed && isAwaitingReview(payment),
      subscription: findBuyerSubscription(payment),
    };
  }

  /** Of whoever is signed in; of nobody else. */
  async all(ctx: RequestContext, page: PageRange): Promise<BuyerSubscriptionView[]> {
    const { activeUserId } = ctx;
    const customer = activeUserId && (await this.customers.findOneByUserId(ctx, activeUserId));
    if (!customer) return [];
    const orders = await findSubscriptionOrders(this.connection, ctx, { customerId: customer.id, ...page });
    const payments = await Promise.all(orders.map((order) => this.payments.of(order)));
    return payments.flatMap((payment) => findBuyerSubscription(payment) ?? []);
  }
}

/** By payments of other methods, such as a gift card, or because it costs nothing. An authorized payment is not money yet. */
function isCovered(order: Order): boolean {
  return totalCoveredByPayments(order, "Settled") >= order.totalWithTax;
}

function findBuyerSubscription(payment: PaymentStatus): BuyerSubscriptionView | undefined {
  const paid = findPaidSubscription(payment);
  return paid && toBuyerSubscription(payment.reference, paid.subscription);
}

function toBuyerSubscription(
  orderCode: string,
  { planType, totalCount, state, closedAt, cycles, nextCycle }: SubscriptionStatus,
) {
  return {
    orderCode,
    planType: planType.toUpperCase(),
    totalCount,
    state: state.toUpperCase(),
    closedAt,
    nextCycle,
    cycles: cycles.map((cycle) => ({
      number: cycle.number,
      state: cycle.state.toUpperCase(),
      dueAt: cycle.dueAt,
      orderCode: cycle.placedOrder?.id,
      isOverdue: cycle.isOverdue,
    })),
  };
}
