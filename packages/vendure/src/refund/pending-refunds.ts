import { Injectable } from "@nestjs/common";
import { type ID, OrderService, Refund, type RequestContext, TransactionalConnection } from "@vendure/core";
import { lockRows } from "../lock-rows.ts";
import { OrderHistory } from "../subscription/order-history.ts";
import { markerOf, notSubmittedText, type RefundMarker, type RefundMetadata } from "./refund-marker.ts";

/** The number of refunds that one run of the scheduled task submits. */
const batchSize = 100;

/** A pending refund of Vendure that goes through the gateway, with its payment and order. */
export interface PendingRefund {
  readonly refund: Refund;
  readonly marker: RefundMarker;
}

/** Finds and changes Vendure's pending refunds that go through the gateway. Each function needs an open transaction. */
@Injectable()
export class PendingRefunds {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly history: OrderHistory,
  ) {}

  /** Returns refunds that core does not have yet, the oldest first. `payments`: only those of these payments. */
  async notSubmitted(tx: RequestContext, payments?: readonly ID[]): Promise<PendingRefund[]> {
    return this.find(tx, notSubmittedText, payments);
  }

  /** Stores that core has the refund, and its ID at the gateway. Changes nothing if the refund has ended meanwhile. */
  async markSubmitted(
    tx: RequestContext,
    { refund, marker }: PendingRefund,
    transactionId?: string,
  ): Promise<void> {
    const locked = await this.lock(tx, refund);
    if (locked === undefined) return;
    const metadata: RefundMetadata = { payIndex: { ...marker, isSubmitted: true } };
    locked.metadata = { ...locked.metadata, ...metadata };
    if (transactionId !== undefined) locked.transactionId = transactionId;
    await this.connection.getRepository(tx, Refund).save(locked);
  }

  /** Ends the refund with this key as failed, and notes why in the order's history. Changes nothing if it has ended. */
  async fail(tx: RequestContext, idempotencyKey: string, problem: string): Promise<void> {
    const found = await this.find(tx, idempotencyKey);
    const pending = found.find(({ marker }) => marker.idempotencyKey === idempotencyKey);
    const locked = pending && (await this.lock(tx, pending.refund));
    if (pending === undefined || locked === undefined) return;
    await this.orders.transitionRefundToState(tx, locked.id, "Failed");
    const { order } = pending.refund.payment;
    await this.history.noteFailedRefund(tx, order.id, { amount: pending.marker.amount, problem });
  }

  /** Returns pending refunds whose metadata contains a text. */
  private async find(tx: RequestContext, text: string, payments?: readonly ID[]): Promise<PendingRefund[]> {
    const found = await this.connection
      .getRepository(tx, Refund)
      .createQueryBuilder("refund")
      .innerJoinAndSelect("refund.payment", "payment")
      .innerJoinAndSelect("payment.order", "order")
      .where("refund.state = :state", { state: "Pending" })
      // TypeORM stores this column as text.
      .andWhere("refund.metadata LIKE :text", { text: `%${text}%` })
      .andWhere(payments === undefined ? "1 = 1" : "refund.paymentId IN (:...payments)", { payments })
      .orderBy("refund.createdAt")
      .limit(batchSize)
      .getMany();
    return found.flatMap((refund) => {
      const marker = markerOf(refund);
      return marker === undefined ? [] : [{ refund, marker }];
    });
  }

  /** Reads the refund again and locks it. Undefined if it is not pending any more. */
  private async lock(tx: RequestContext, { id }: Refund): Promise<Refund | undefined> {
    const [locked] = await lockRows(this.connection, tx, { entity: Refund, ids: [id] });
    return locked?.state === "Pending" ? locked : undefined;
  }
}
