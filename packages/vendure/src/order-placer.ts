import { Inject, Injectable } from "@nestjs/common";
import type { Money } from "@pay-index/core";
import {
  type PaidPayment,
  type PlaceOrderAnswer,
  type PlaceOrderRequest,
  RefusalRollback,
} from "@pay-index/core/adapter";
import {
  CustomerService,
  type ID,
  type Order,
  OrderService,
  type Payment,
  PaymentService,
  type RequestContext,
} from "@vendure/core";
import { roundToMoneyWithDifference, toRoundedMoney } from "./amount.ts";
import { CheckoutOrderReader } from "./checkout-order-reader.ts";
import type { CheckoutSnapshot } from "./checkout-snapshot.ts";
import { CouponLimitChecker } from "./coupon-limit-checker.ts";
import { CoveredOrderMover } from "./covered-order-mover.ts";
import { areGatewayRefundsEnabled, type CheckedOptions, pluginOptionsToken } from "./options.ts";
import { payableStates, unpaidStates } from "./order-transition-guard.ts";
import { refundInstructions } from "./payment-method-handler.ts";
import { FirstPeriodSurcharge } from "./subscription/first-period-surcharge.ts";
import { digestGoods } from "./subscription/goods-digest.ts";
import { OrderHistory } from "./subscription/order-history.ts";
import { planNameOf } from "./subscription/plan-field.ts";

/** The fields of a settled payment, for staff and for finding the subscription of an order. */
export type SettledPaymentDetails = Pick<Payment, "amount" | "method" | "transactionId"> & {
  readonly metadata: {
    readonly attemptId: string;
    readonly variant: string;
    readonly merchant: string;
    /** Only for a renewal: the cycle, and the code of the order that started the subscription. */
    readonly cycle?: number;
    readonly firstOrder?: string;
  };
};

/** Places the order of a paid attempt, or adds an additional payment to a placed order. */
@Injectable()
export class OrderPlacer {
  constructor(
    private readonly orders: OrderService,
    private readonly payments: PaymentService,
    private readonly payable: CheckoutOrderReader,
    private readonly coupons: CouponLimitChecker,
    private readonly customers: CustomerService,
    private readonly history: OrderHistory,
    private readonly covered: CoveredOrderMover,
    private readonly firstPeriod: FirstPeriodSurcharge,
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
  ) {}

  /** @throws RefusalRollback if Vendure refuses the order */
  async place(
    tx: RequestContext,
    request: PlaceOrderRequest<RequestContext>,
    snapshot: CheckoutSnapshot,
  ): Promise<PlaceOrderAnswer> {
    const locked = requireOrder(await this.payable.lock(tx, snapshot.orderId));
    const checked = await request.complete(tx, () => this.amountDue(locked), locked.code);
    await this.requirePayable(tx, locked, { request, snapshot });
    const order = await this.arrangePayment(tx, locked);
    const { attemptId, variant, merchantId, transactionId = attemptId } = request.payment;
    const metadata = { attemptId, variant, merchant: merchantId };
    const { precision } = this.payable;
    const due = this.payable.due(order);
    const amount = await this.firstPeriod.apply(tx, order, { payment: request.payment, due, precision });
    const settledBy = { amount, method: snapshot.method, transactionId, metadata };
    const placed = await this.complete(tx, order, settledBy, request);
    await this.customers.createAddressesForNewCustomer(tx, placed);
    return { placed: { id: order.code }, amount: checked };
  }

  /** @throws RefusalRollback if the shop's function refuses the order, or neither it nor Vendure places the order */
  private async complete(
    tx: RequestContext,
    order: Order,
    settledBy: SettledPaymentDetails,
    { payment, runHook }: PlaceOrderRequest<RequestContext>,
  ): Promise<Order> {
    const { completeOrder } = this.options.own;
    if (completeOrder === undefined || isPlacedBefore(order))
      return runHook("The order process", async () => {
        await this.settle(tx, order, settledBy);
        return order;
      });
    const { transactionId } = settledBy;
    const { attemptId, chargedAmount: amount } = payment;
    const completeByDefault = async () => this.settle(tx, await this.read(tx, order.id), settledBy);
    const paid = { ctx: tx, order, attemptId, transactionId, amount, completeByDefault };
    const answer = await runHook("completeOrder", () => completeOrder(paid));
    const { refused } = Object(answer) as { readonly refused?: unknown };
    if (typeof refused !== "string" || refused === "")
      return this.requireCompleted(tx, order.id, transactionId);
    const message = `The option completeOrder refused the order: ${refused}`;
    throw new RefusalRollback("completion_refused", message);
  }

  /** A shop's function could leave the order without the payment, which would then be sold unpaid, or refunded nowhere. */
  private async requireCompleted(tx: RequestContext, id: ID, transactionId: string): Promise<Order> {
    const placed = await this.payable.find(tx, id);
    const payments = await this.orders.getOrderPayments(tx, id);
    const isPaid = payments.some(
      (payment) => payment.transactionId === transactionId && payment.state === "Settled",
    );
    if (placed !== undefined && isPaid && !unpaidStates.has(placed.state)) return placed;
    const problem = isPaid
      ? `left the order in ${placed?.state}`
      : `added no settled payment ${transactionId}`;
    const message = `The option completeOrder ${problem}. Correct the function, then retry.`;
    throw new RefusalRollback("order_mismatch", message);
  }

  /**
   * Adds a settled payment for all that is due, which places the order. Does not use `addPaymentToOrder`, because that
   * checks the payment method again: a method that was disabled after the buyer paid must not lose the order.
   *
   * @param order as it is now. Read it again after the shop's own code ran, which can change a price
   * @throws RefusalRollback if Vendure does not place the order
   */
  async settle(tx: RequestContext, order: Order, settledBy: SettledPaymentDetails): Promise<void> {
    const { amount, method, transactionId, metadata } = settledBy;
    if (this.payable.due(order) !== amount)
      throw new RefusalRollback("order_changed", "The order no longer matches the payment.");
    const rounding = roundToMoneyWithDifference(amount, order.currencyCode, this.payable.precision)?.rounding;
    if (rounding !== undefined) await this.history.noteRounding(tx, order, rounding);
    const refunds = refundInstructions[areGatewayRefundsEnabled(this.options) ? "throughGateway" : "byHand"];
    const payment = await this.payments.createManualPayment(tx, order, amount, {
      orderId: order.id,
      method,
      transactionId,
      metadata: { ...metadata, ...rounding, refunds },
    });
    await this.covered.moveOn(tx, order.id, payment);
    const state = await this.payable.stateOf(tx, order.id);
    // The shop's own order process may already have moved the order on from PaymentSettled (B-30).
    if (state === undefined || unpaidStates.has(state))
      throw new RefusalRollback("order_not_placed", `Vendure left the order in ${state}.`);
  }

  /** @throws RefusalRollback `order_missing` */
  async read(tx: RequestContext, id: ID): Promise<Order> {
    return requireOrder(await this.payable.find(tx, id));
  }

  /** @throws RefusalRollback if the order changed, or its coupons or goods went to other orders */
  private async requirePayable(
    tx: RequestContext,
    order: Order,
    { request, snapshot }: { request: PlaceOrderRequest<RequestContext>; snapshot: CheckoutSnapshot },
  ): Promise<void> {
    if (!matchesSoldGoods(order, request.payment, snapshot))
      throw new RefusalRollback("order_changed", "The order no longer matches the payment.");
    // A placed order has used its coupons, and has its stock.
    if (isPlacedBefore(order)) return;
    const usedUp = await this.coupons.usedUp(tx, order);
    if (usedUp.length > 0)
      throw new RefusalRollback("coupon_used_up", `Used up by other orders meanwhile: ${usedUp.join(", ")}.`);
    await this.payable.lockStock(tx, order);
    const missing = await this.payable.outOfStock(tx, order);
    if (missing.length === 0) return;
    const skus = missing.map(({ sku }) => sku).join(", ");
    throw new RefusalRollback("out_of_stock", `Not in stock any more: ${skus}.`);
  }

  /**
   * @throws RefusalRollback if nothing can be due: the order was cancelled or placed, or its amount is not valid money
   */
  private amountDue(order: Order): Money {
    if (order.state === "Cancelled") throw new RefusalRollback("order_cancelled", "The order was cancelled.");
    if (!unpaidStates.has(order.state))
      throw new RefusalRollback("order_placed", `The order is ${order.state}: it was placed in another way.`);
    const due = this.payable.due(order);
    const amount = toRoundedMoney(due, order.currencyCode, this.payable.precision);
    if (amount !== undefined) return amount;
    const message = `Vendure says that ${due} ${order.currencyCode} (in its own units) is due, which cannot be paid. Refund the payment.`;
    throw new RefusalRollback("order_changed", message);
  }

  /**
   * Returns the order when it waits for its payment: a buyer may have gone back to the cart without changing it.
   *
   * @throws RefusalRollback `order_not_ready`
   */
  private async arrangePayment(tx: RequestContext, order: Order): Promise<Order> {
    if (payableStates.some((state) => state === order.state)) return order;
    const moved = await this.orders.transitionToState(tx, order.id, "ArrangingPayment");
    if (!("errorCode" in moved)) return this.read(tx, order.id);
    const message = `Vendure refused to start the payment of the order: ${moved.transitionError}`;
    throw new RefusalRollback("order_not_ready", message);
  }
}

/** Whether the order waits for an additional payment. */
function isPlacedBefore({ state }: Pick<Order, "state">): boolean {
  return state === "ArrangingAdditionalPayment";
}

function requireOrder(order: Order | undefined): Order {
  if (order === undefined) throw new RefusalRollback("order_missing", "The order is gone.");
  return order;
}

/**
 * Each cycle of a subscription delivers its goods, so the goods must be the same. For a single payment, the amount is
 * enough, but no product may have a plan now, because nobody would charge it.
 */
function matchesSoldGoods(order: Order, { variant }: PaidPayment, { goods }: CheckoutSnapshot): boolean {
  if (variant === "subscription") return goods === undefined || goods === digestGoods(order);
  return order.lines.every((line) => line.quantity === 0 || planNameOf(line.productVariant) === undefined);
}
