import { Injectable } from "@nestjs/common";
import {
  type ID,
  OrderService,
  type Payment,
  Refund,
  type RequestContext,
  TransactionalConnection,
} from "@vendure/core";
import { In, IsNull, LessThanOrEqual, Not } from "typeorm";
import { PayIndexPendingRefund } from "../entities/pending-refund-entity.ts";
import { lockRows } from "../lock-rows.ts";
import { OrderHistory } from "../subscription/order-history.ts";
import { type RefundMarker, refundMarkerOf } from "./refund-marker.ts";

/** The number of refunds that one run of the scheduled task passes to core. */
const batchSize = 100;

/** Seconds until a refund that core could not take is passed to it again, by the number of tries. The last one repeats. */
const pauses = [10, 30, 120, 600, 3600];

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

  /** Remembers a new refund, in the transaction that creates it. */
  async add(ctx: RequestContext, payment: Payment, idempotencyKey: string): Promise<void> {
    const row = { idempotencyKey, paymentId: String(payment.id), sendAt: new Date().toISOString(), tries: 0 };
    await this.rows(ctx).insert(row);
  }

  /** Returns the refunds that are due to be passed to core, at most a batch: those that wait the longest come first. */
  async due(tx: RequestContext): Promise<PendingRefund[]> {
    const sendAt = LessThanOrEqual(new Date().toISOString());
    const rows = await this.rows(tx).find({ where: { sendAt }, order: { sendAt: "ASC" }, take: batchSize });
    return this.pendingOf(tx, rows);
  }

  /** Returns the refunds of these payments that core does not have yet. */
  async notSubmitted(tx: RequestContext, payments: readonly ID[]): Promise<PendingRefund[]> {
    const where = { paymentId: In(payments.map(String)), sendAt: Not(IsNull()) };
    return this.pendingOf(tx, await this.rows(tx).find({ where, order: { sendAt: "ASC" } }));
  }

  /** Stores that core has the refund, and its ID at the gateway. */
  async markSubmitted(
    tx: RequestContext,
    { refund, marker: { idempotencyKey } }: PendingRefund,
    transactionId?: string,
  ): Promise<void> {
    await this.rows(tx).update({ idempotencyKey }, { sendAt: null });
    if (transactionId === undefined) return;
    const locked = await this.lock(tx, refund);
    if (locked === undefined) return;
    locked.transactionId = transactionId;
    await this.connection.getRepository(tx, Refund).save(locked);
  }

  /** Lets a refund that core could not take wait, longer each time, so that it does not delay the others. */
  async postpone(tx: RequestContext, idempotencyKey: string): Promise<void> {
    const row = await this.rows(tx).findOneBy({ idempotencyKey, sendAt: Not(IsNull()) });
    if (row === null) return;
    const pause = pauses[Math.min(row.tries, pauses.length - 1)] ?? 0;
    const sendAt = new Date(Date.now() + pause * 1000).toISOString();
    await this.rows(tx).update({ idempotencyKey }, { sendAt, tries: row.tries + 1 });
  }

  /** Ends the refund with this key as failed, and notes why in the order's history. Changes nothing if it has ended. */
  async fail(tx: RequestContext, idempotencyKey: string, problem: string): Promise<void> {
    const [pending] = await this.pendingOf(tx, await this.rows(tx).findBy({ idempotencyKey }));
    const locked = pending && (await this.lock(tx, pending.refund));
    await this.forget(tx, [idempotencyKey]);
    if (pending === undefined || locked === undefined) return;
    await this.orders.transitionRefundToState(tx, locked.id, "Failed");
    const { order } = pending.refund.payment;
    await this.history.noteFailedRefund(tx, order.id, { amount: pending.marker.amount, problem });
  }

  /** Forgets refunds that have ended. */
  async forget(tx: RequestContext, idempotencyKeys: readonly string[]): Promise<void> {
    if (idempotencyKeys.length > 0) await this.rows(tx).delete({ idempotencyKey: In([...idempotencyKeys]) });
  }

  private rows(ctx: RequestContext) {
    return this.connection.getRepository(ctx, PayIndexPendingRefund);
  }

  /** Returns Vendure's pending refunds of these rows, in their order. Forgets the rows whose refund has ended, for example by hand. */
  private async pendingOf(
    tx: RequestContext,
    rows: readonly PayIndexPendingRefund[],
  ): Promise<PendingRefund[]> {
    if (rows.length === 0) return [];
    const found = await this.connection.getRepository(tx, Refund).find({
      where: { paymentId: In(rows.map(({ paymentId }) => paymentId)) },
      relations: { payment: { order: true } },
    });
    const byKey = new Map(found.map((refund) => [refundMarkerOf(refund)?.idempotencyKey, refund]));
    const known = rows
      .map(({ idempotencyKey }) => byKey.get(idempotencyKey))
      .filter((refund) => refund !== undefined);
    const ended = known.filter(({ state }) => state !== "Pending");
    await this.forget(tx, keysOf(ended));
    return known.flatMap((refund) => {
      const marker = refundMarkerOf(refund);
      return refund.state === "Pending" && marker !== undefined ? [{ refund, marker }] : [];
    });
  }

  /** Reads the refund again and locks it. Undefined if it is not pending any more. */
  private async lock(tx: RequestContext, { id }: Refund): Promise<Refund | undefined> {
    const [locked] = await lockRows(this.connection, tx, { entity: Refund, ids: [id] });
    return locked?.state === "Pending" ? locked : undefined;
  }
}

function keysOf(refunds: readonly Refund[]): string[] {
  return refunds.flatMap((refund) => refundMarkerOf(refund)?.idempotencyKey ?? []);
}
