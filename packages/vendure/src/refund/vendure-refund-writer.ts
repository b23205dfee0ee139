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
import type { OrderPaymentDetails } from "../order-placer.ts";
import { PayableOrders } from "../payable-orders.ts";
import { payIndexHandler } from "../payment-method-handler.ts";
import { planRefunds, type RefundStep } from "./plan-refunds.ts";

/** Vendure's own refunds: made and settled by its services, which see to states, events and history. */
@Injectable()
export class VendureRefundWriter {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly payable: PayableOrders,
    private readonly methods: PaymentMethodService,
  ) {}

  /**
   * Makes the refunds that the payment of this order lacks. Under the lock of the order: what two members of staff record at the same
   * time is booked once.
   *
   * @throws Error that says why Vendure refuses it; then nothing may be committed
   */
  async addMissing(tx: RequestContext, order: RefundedOrder): Promise<void> {
    const payment = await this.paymentOf(tx, order);
    if (payment === undefined) throw new Error("The order has no such payment any more.");
    const { chargedAmount: charged, refunds: recorded } = order;
    const steps = planRefunds({ payment, precision: this.payable.precision, charged, recorded });
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
      const { attemptId, cycle } = metadata as Partial<OrderPaymentDetails["metadata"]>;
      return attemptId === paid.attemptId && cycle === paid.cycle;
    });
  }

  /** A method of another handler would ask another gateway for the money. */
  private async checkMethod(tx: RequestContext, { method }: Payment): Promise<void> {
    const found = await this.methods.getMethodAndOperations(tx, method).catch(() => undefined);
    if (found !== undefined && found.handler.code !== payIndexHandler.code)
      throw new Error(`The payment method ${method} has another handler by now.`);
  }

  private async take(tx: RequestContext, payment: Payment, step: RefundStep): Promise<void> {
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
    const made = await this.orders.refundOrder(tx, asked);
    if (!(made instanceof Refund)) throw new Error(made.message);
    // Vendure takes the next payment of the order for what this one lacks: it lacks nothing.
    if (made.total !== amount || !idsAreEqual(made.paymentId, payment.id))
      throw new Error("Vendure made another refund than it was asked for.");
    return made.id;
  }
}
