import { Inject, Injectable } from "@nestjs/common";
import type { Money } from "@pay-index/core";
import {
  type PaidPayment,
  type PlaceOrderAnswer,
  type PlaceOrderRequest,
  type RefusalProblem,
  RefusalRollback,
  type RunHook,
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
import { completionRefusalOf } from "./complete-order-option.ts";
import { CouponLimitChecker } from "./coupon-limit-checker.ts";
import { areGatewayRefundsEnabled, type CheckedOptions, pluginOptionsToken } from "./options.ts";
import { buyerControlledStates } from "./order-transition-guard.ts";
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

/** What the option `completeOrder` needs besides the payment. */
interface Completion {
  readonly charged: Money;
  readonly runHook: RunHook;
}

/** Places the order of a paid attempt. */
@Injectable()
export class OrderPlacer {
  constructor(
    private readonly orders: OrderService,
    private readonly payments: PaymentService,
    private readonly payable: CheckoutOrderReader,
    private readonly coupons: CouponLimitChecker,
    private readonly customers: CustomerService,
    private readonly history: OrderHistory,
    private readonly firstPeriod: FirstPeriodSurcharge,
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
  ) {}

  /** @throws RefusalRollback if Vendure refuses the order */
  async place(
    tx: RequestContext,
    request: PlaceOrderRequest<RequestContext>,
    snapshot: CheckoutSnapshot,
  ): Promise<PlaceOrderAnswer> {
    const order = await this.payable.lock(tx, snapshot.orderId);
    if (order === undefined) throw new RefusalRollback("order_missing", "The order is gone.");
    const checked = await request.complete(tx, () => this.amountDue(order), order.code);
    const problem =
      (await this.whyNotPayable(tx, order, { request, snapshot })) ?? (await this.arrangePayment(tx, order));
    if (problem !== undefined) throw new RefusalRollback(problem.code, problem.message);
    const { attemptId, variant, merchantId, transactionId = attemptId } = request.payment;
    const metadata = { attemptId, variant, merchant: merchantId };
    const { method } = snapshot;
    const amount = await this.firstPeriod.apply(tx, order, {
      payment: request.payment,
      due: this.payable.due(order),
      precision: this.payable.precision,
    });
    const settledBy = { amount, method, transactionId, metadata };
    const placed = await this.complete(tx, order, {
      ...settledBy,
      charged: request.payment.chargedAmount,
      runHook: request.runHook,
    });
    await this.customers.createAddressesForNewCustomer(tx, placed);
    return { placed: { id: order.code }, amount: checked };
  }

  /** @throws RefusalRollback if the shop's function refuses the order, or neither it nor Vendure places the order */
  private async complete(
    tx: RequestContext,
    order: Order,
    { charged, runHook, ...settledBy }: SettledPaymentDetails & Completion,
  ): Promise<Order> {
    const { completeOrder } = this.options.own;
    if (completeOrder === undefined)
      return runHook("The order process", () => this.settle(tx, order.id, settledBy));
    const { transactionId, metadata } = settledBy;
    const completeByDefault = async () => void (await this.settle(tx, order.id, settledBy));
    const { attemptId } = metadata;
    const current = (await this.payable.find(tx, order.id)) ?? order;
    const refused = completionRefusalOf(
      await runHook("completeOrder", () =>
        completeOrder({
          ctx: tx,
          order: current,
          attemptId,
          transactionId,
          amount: charged,
          completeByDefault,
        }),
      ),
    );
    if (refused !== undefined)
      throw new RefusalRollback(
        "completion_refused",
        `The option completeOrder refused the order: ${refused}`,
      );
    return this.requireCompleted(tx, order.id, transactionId);
  }

  /** A shop's function could leave the order without the payment, which would then be sold unpaid, or refunded nowhere. */
  private async requireCompleted(tx: RequestContext, id: ID, transactionId: string): Promise<Order> {
    const placed = await this.payable.find(tx, id);
    const payments = await this.orders.getOrderPayments(tx, id);
    const isPaid = payments.some(
      (payment) => payment.transactionId === transactionId && payment.state === "Settled",
    );
    if (placed !== undefined && isPaid && !buyerControlledStates.has(placed.state)) return placed;
    const problem = isPaid
      ? `left the order in ${placed?.state}`
      : `added no settled payment ${transactionId}`;
    throw new RefusalRollback(
      "order_mismatch",
      `The option completeOrder ${problem}. Correct the function, then retry.`,
    );
  }

  /**
   * Adds a settled payment for the whole order, which places the order. Does not use `addPaymentToOrder`, because that
   * checks the payment method again: a method that was disabled after the buyer paid must not lose the order.
   *
   * @throws RefusalRollback if Vendure does not place the order
   */
  async settle(tx: RequestContext, id: ID, settledBy: SettledPaymentDetails): Promise<Order> {
    const { amount, method, transactionId, metadata } = settledBy;
    const current = await this.payable.find(tx, id);
    if (current === undefined) throw new RefusalRollback("order_missing", "The order is gone.");
    // The shop's own code can have changed a price in between.
    if (this.payable.due(current) !== amount)
      throw new RefusalRollback("order_changed", "The order no longer matches the payment.");
    const rounding = roundToMoneyWithDifference(
      amount,
      current.currencyCode,
      this.payable.precision,
    )?.rounding;
    if (rounding !== undefined) await this.history.noteRounding(tx, current, rounding);
    const refunds = refundInstructions[areGatewayRefundsEnabled(this.options) ? "throughGateway" : "byHand"];
    await this.payments.createManualPayment(tx, current, amount, {
      orderId: id,
      method,
      transactionId,
      metadata: { ...metadata, ...rounding, refunds },
    });
    const placed = await this.payable.find(tx, id);
    // The shop's own order process may already have moved the order on from PaymentSettled (B-30).
    if (placed === undefined || buyerControlledStates.has(placed.state))
      throw new RefusalRollback("order_not_placed", `Vendure left the order in ${placed?.state}.`);
    return placed;
  }

  private async whyNotPayable(
    tx: RequestContext,
    order: Order,
    { request, snapshot }: { request: PlaceOrderRequest<RequestContext>; snapshot: CheckoutSnapshot },
  ): Promise<RefusalProblem | undefined> {
    if (!matchesSoldGoods(order, request.payment, snapshot))
      return { code: "order_changed", message: "The order no longer matches the payment." };
    const usedUp = await this.coupons.usedUp(tx, order);
    if (usedUp.length > 0)
      return { code: "coupon_used_up", message: `Used up by other orders meanwhile: ${usedUp.join(", ")}.` };
    await this.payable.lockStock(tx, order);
    const missing = await this.payable.outOfStock(tx, order);
    return missing.length === 0
      ? undefined
      : {
          code: "out_of_stock",
          message: `Not in stock any more: ${missing.map(({ sku }) => sku).join(", ")}.`,
        };
  }

  /**
   * @throws RefusalRollback if nothing can be due: the order was cancelled or placed, or its amount is not valid money
   */
  private amountDue(order: Order): Money {
    if (order.state === "Cancelled") throw new RefusalRollback("order_cancelled", "The order was cancelled.");
    if (!buyerControlledStates.has(order.state))
      throw new RefusalRollback("order_placed", `The order is ${order.state}: it was placed in another way.`);
    const due = this.payable.due(order);
    const amount = toRoundedMoney(due, order.currencyCode, this.payable.precision);
    if (amount !== undefined) return amount;
    const message = `Vendure says that ${due} ${order.currencyCode} (in its own units) is due, which cannot be paid. Refund the payment.`;
    throw new RefusalRollback("order_changed", message);
  }

  /** A buyer may have gone back to the cart without changing it. */
  private async arrangePayment(tx: RequestContext, order: Order): Promise<RefusalProblem | undefined> {
    if (order.state === "ArrangingPayment") return undefined;
    const moved = await this.orders.transitionToState(tx, order.id, "ArrangingPayment");
    if (!("errorCode" in moved)) return undefined;
    return {
      code: "order_not_ready",
      message: `Vendure refused to start the payment of the order: ${moved.transitionError}`,
    };
  }
}

/**
 * Each cycle of a subscription delivers its goods, so the goods must be the same. For a single payment, the amount is
 * enough, but no product may have a plan now, because nobody would charge it.
 */
function matchesSoldGoods(order: Order, { variant }: PaidPayment, { goods }: CheckoutSnapshot): boolean {
  if (variant === "subscription") return goods === undefined || goods === digestGoods(order);
  return order.lines.every((line) => line.quantity === 0 || planNameOf(line.productVariant) === undefined);
}
