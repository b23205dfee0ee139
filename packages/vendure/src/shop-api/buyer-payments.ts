import { Injectable } from "@nestjs/common";
import { type PaymentStatus, type SubscriptionStatus } from "@pay-index/core";
import { type BuyerOrderStatus, buyerOrderStatusOf, findPaidSubscription } from "@pay-index/core/adapter";
import {
  CustomerService,
  type Order,
  type RequestContext,
  TransactionalConnection,
  totalCoveredByPayments,
} from "@vendure/core";
import { OrderPaymentReader } from "../order-payment-reader.ts";
import {
  findSubscriptionStartingOrders,
  type PageRange,
} from "../subscription/subscription-starting-orders.ts";

export interface BuyerPaymentView extends BuyerOrderStatus {
  readonly subscription: BuyerSubscriptionView | undefined;
}

export type BuyerSubscriptionView = ReturnType<typeof toBuyerSubscription>;

/** The payments and subscriptions of orders, for their buyers. */
@Injectable()
export class BuyerPayments {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly customers: CustomerService,
    private readonly payments: OrderPaymentReader,
  ) {}

  /** Returns the payments and refunds of an order. For a renewal, also its subscription. */
  async order(ctx: RequestContext, order: Order): Promise<BuyerPaymentView> {
    const isPlaced = order.orderPlacedAt != null && order.state !== "ArrangingAdditionalPayment";
    const renewal = await this.payments.renewalOf(ctx, order);
    if (renewal !== undefined) {
      const subscription = findBuyerSubscription(renewal.payment);
      return { state: "paid", isPlaced, isBeingChecked: false, subscription };
    }
    const payment = await this.payments.of(order);
    return {
      ...buyerOrderStatusOf(payment, { isPlaced, isFree: isCovered(order) }),
      subscription: findBuyerSubscription(payment),
    };
  }

  /** Returns the subscriptions of the signed-in customer only. */
  async all(ctx: RequestContext, page: PageRange): Promise<BuyerSubscriptionView[]> {
    const { activeUserId } = ctx;
    const customer = activeUserId && (await this.customers.findOneByUserId(ctx, activeUserId));
    if (!customer) return [];
    const orders = await findSubscriptionStartingOrders(this.connection, ctx, {
      customerId: customer.id,
      ...page,
    });
    const payments = await Promise.all(orders.map((order) => this.payments.of(order)));
    return payments.flatMap((payment) => findBuyerSubscription(payment) ?? []);
  }
}

/**
 * Whether payments of other methods, such as a gift card, cover the order, or it costs nothing. An authorized payment
 * does not count.
 */
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
