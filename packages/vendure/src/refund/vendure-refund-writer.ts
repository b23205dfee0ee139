import { Injectable } from "@nestjs/common";
import type { RefundedOrder } from "@pay-index/core/adapter";
import {
  type ID,
  idsAreEqual,
  Order,
  OrderService,
  type Payment,
  PaymentMethodService,
  Refund,
  type RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import { CheckoutOrderReader } from "../checkout-order-reader.ts";
import type { SettledPaymentDetails } from "../order-placer.ts";
import { payIndexHandler } from "../payment-method-handler.ts";
import { runWithoutSubmittingRefunds } from "./pending-refund-creator.ts";
import { refundMarkerOf } from "./refund-marker.ts";
import { findRefundSyncSteps, type RefundSyncStep } from "./refund-sync-steps.ts";

/**
 * Creates and settles Vendure's refunds with Vendure's services, which change states, emit events and write the
 * history.
 */
@Injectable()
export class VendureRefundWriter {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly payable: CheckoutOrderReader,
    private readonly methods: PaymentMethodService,
  ) {}

  /**
   * Creates the refunds that the payment of this order lacks. Locks the order, so that two operators at the same time
   * do not create a refund twice.
   *
   * @throws Error with the reason if Vendure refuses. Then the transaction must roll back
   */
  async addMissing(tx: RequestContext, order: RefundedOrder): Promise<void> {
    const payment = await this.paymentOf(tx, order);
    if (payment === undefined) throw new Error("The order has no such payment any more.");
    const { chargedAmount: charged, refunds: recorded } = order;
    const refunds = payment.refunds.map((refund) => ({
      ...refund,
      requestId: refundMarkerOf(refund)?.idempotencyKey,
    }));
    const { precision } = this.payable;
    const steps = findRefundSyncSteps({
      payment: { amount: payment.amount, refunds },
      precision,
      charged,
      recorded,
    });
    if (steps.length === 0) return;
    await this.checkMethod(tx, payment);
    for (const step of steps) await this.take(tx, payment, step);
  }

  private async paymentOf(
    tx: RequestContext,
    { orderId: code, ...paid }: RefundedOrder,
  ): Promise<Payment | undefined> {
    const found = await this.connection
      .getRepository(tx, Order)
      .findOne({ where: { code }, select: { id: true } });
    const order = found === null ? undefined : await this.payable.lock(tx, found.id);
    return order?.payments.find(({ metadata }) => {
      const { attemptId, cycle } = metadata as Partial<SettledPaymentDetails["metadata"]>;
      return attemptId === paid.attemptId && cycle === paid.cycle;
    });
  }

  /** A method of another handler would call another gateway for the refund. */
  private async checkMethod(tx: RequestContext, { method }: Payment): Promise<void> {
    const found = await this.methods.getMethodAndOperations(tx, method).catch(() => undefined);
    if (found !== undefined && found.handler.code !== payIndexHandler.code)
      throw new Error(`The payment method ${method} has another handler by now.`);
  }

  private async take(tx: RequestContext, payment: Payment, step: RefundSyncStep): Promise<void> {
    const { reference } = step;
    const id = "pending" in step ? step.pending : await this.make(tx, payment, step);
    await this.orders.settleRefund(tx, { id, transactionId: reference });
  }

  private async make(
    tx: RequestContext,
    payment: Payment,
    { amount, reference }: { amount: number; reference: string },
  ): Promise<ID> {
    const none = { lines: [], shipping: 0, adjustment: 0 };
    const asked = { paymentId: payment.id, amount, reason: `Gateway refund ${reference}`, ...none };
    const made = await runWithoutSubmittingRefunds(() => this.orders.refundOrder(tx, asked));
    if (!(made instanceof Refund)) throw new Error(made.message);
    // Vendure uses another payment of the order if this one is fully refunded.
    if (made.total !== amount || !idsAreEqual(made.paymentId, payment.id))
      throw new Error("Vendure made another refund than it was asked for.");
    return made.id;
  }
}
