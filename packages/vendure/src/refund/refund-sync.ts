import { Injectable } from "@nestjs/common";
import type {
  DoneAnswer,
  RefundEndedReport,
  RefundedOrder,
  SyncRefundRequest,
} from "@pay-index/core/adapter";
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
  User,
} from "@vendure/core";
import { BackgroundContexts } from "../background-contexts.ts";
import { CheckoutOrderReader } from "../checkout-order-reader.ts";
import { tenantOfChannel } from "../checkout-snapshot.ts";
import { findChannelsWithZones } from "../find-channels-with-zones.ts";
import type { SettledPaymentDetails } from "../order-placer.ts";
import { payIndexHandler } from "../payment-method-handler.ts";
import { runWithoutSubmittingRefunds } from "./pending-refund-creator.ts";
import { PendingRefunds } from "./pending-refunds.ts";
import { refundMarkerOf } from "./refund-marker.ts";
import { findRefundSyncSteps, type RefundSyncStep } from "./refund-sync-steps.ts";

/**
 * Brings Vendure's refunds in line with those that core recorded. Uses Vendure's services, which change states, emit events and write the
 * history.
 */
@Injectable()
export class RefundSync {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: BackgroundContexts,
    private readonly pending: PendingRefunds,
    private readonly orders: OrderService,
    private readonly payable: CheckoutOrderReader,
    private readonly methods: PaymentMethodService,
  ) {}

  /**
   * Adds the missing refunds, and completes the job in the same transaction. @throws Error with the reason if Vendure
   * refuses
   */
  async sync(tx: RequestContext, request: SyncRefundRequest<RequestContext>): Promise<DoneAnswer> {
    await request.complete(tx);
    await this.addMissing(tx, request.order);
    return { done: true };
  }

  /** Ends a refund that failed. One that succeeded is settled by `sync`. Completes the job in the same transaction. */
  async end(
    tx: RequestContext,
    { complete, refund }: RefundEndedReport<RequestContext>,
  ): Promise<DoneAnswer> {
    await complete(tx);
    const { state, requestId, text = "The gateway did not make it." } = refund;
    if (requestId === undefined) return { done: true };
    if (state === "failed") await this.pending.fail(tx, requestId, text);
    else await this.pending.forget(tx, [requestId]);
    return { done: true };
  }

  /**
   * Returns a context in the channel of the paid merchant, for the operator who recorded the last refund. Undefined if
   * the channel does not exist.
   */
  async contextOf({ merchantTenant, refunds }: RefundedOrder): Promise<RequestContext | undefined> {
    const channels = await findChannelsWithZones(this.connection);
    const find = (tenant: string) => channels.find((each) => tenantOfChannel(each) === tenant);
    const channel = find(merchantTenant) ?? find("default");
    if (channel === undefined) return undefined;
    const user = await this.userOf(refunds.at(-1)?.operator?.id ?? "");
    return this.contexts.in(channel, user === null ? {} : { user });
  }

  /**
   * The shop's own code may record operators who are no users, with ids that the database cannot compare with user ids.
   */
  private async userOf(id: string): Promise<User | null> {
    const users = this.connection.rawConnection.getRepository(User);
    return users.findOneBy({ id }).catch(() => null);
  }

  /**
   * Creates the refunds that the payment of this order lacks. Locks the order, so that two operators at the same time
   * do not create a refund twice.
   *
   * @throws Error with the reason if Vendure refuses. Then the transaction must roll back
   */
  private async addMissing(tx: RequestContext, order: RefundedOrder): Promise<void> {
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
