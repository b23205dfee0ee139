import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { Logger, type RequestContext, TransactionalConnection, User } from "@vendure/core";
import { LessThanOrEqual } from "typeorm";
import { findChannels } from "../channels.ts";
import { paymentKey, tenantOf } from "../frozen.ts";
import { logContext } from "../log-event.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { ServerContexts } from "../server-contexts.ts";
import { ledgerStore, type VendureStore } from "../store/ledger-store.ts";
import { type Charge, refundedCharges } from "./refunded-charges.ts";
import { UnbookedRefund } from "./unbooked-refund.ts";
import { VendureRefunds } from "./vendure-refunds.ts";

/** After this time a refund that is not booked was left by a killed process. */
const leftAfter = 60_000;
/** Vendure refused a refund, or the database failed. */
const retryAfter = 600_000;
const atOnce = 100;

/** Brings Vendure's refunds in line with those that staff recorded about placed orders. */
@Injectable()
export class RecordedRefunds {
  private readonly store: VendureStore;

  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: ServerContexts,
    private readonly payIndex: PayIndexService,
    private readonly refunds: VendureRefunds,
  ) {
    this.store = ledgerStore(connection);
  }

  /** Records a refund by `record`, then books it. If only the booking fails, the sweep repeats it. */
  async record(ctx: RequestContext, reference: string, record: () => Promise<void>): Promise<void> {
    const dueAt = new Date(Date.now() + leftAfter).toISOString();
    const left = { id: randomUUID(), reference, dueAt };
    await this.store.transaction(ctx, async (tx) => {
      await this.connection.getRepository(tx, UnbookedRefund).insert(left);
    });
    await record();
    await this.take(ctx, left);
  }

  /** Books what killed processes left. Reads alone if they left nothing. */
  async sweep(): Promise<void> {
    const due = LessThanOrEqual(new Date().toISOString());
    const left = await this.connection.rawConnection
      .getRepository(UnbookedRefund)
      .find({ where: { dueAt: due }, take: atOnce });
    if (left.length === 0) return;
    const ctx = await this.contextOf("default");
    if (ctx === undefined) return;
    for (const each of left) await this.take(ctx, each);
  }

  private async take(ctx: RequestContext, left: UnbookedRefund): Promise<void> {
    try {
      await this.book(ctx, left.reference);
      await this.store.transaction(ctx, async (tx) => {
        await this.connection.getRepository(tx, UnbookedRefund).delete({ id: left.id });
      });
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const text = `Vendure has no refund yet for one that staff recorded for order ${left.reference}. It is tried again. ${said}`;
      Logger.warn(text, logContext);
      // The refund is recorded. If the database is gone, the row keeps the instant that it has.
      await this.postpone(ctx, left).catch(() => undefined);
    }
  }

  private async postpone(ctx: RequestContext, { id }: UnbookedRefund): Promise<void> {
    const dueAt = new Date(Date.now() + retryAfter).toISOString();
    await this.store.transaction(ctx, async (tx) => {
      await this.connection.getRepository(tx, UnbookedRefund).update({ id }, { dueAt });
    });
  }

  /** What was recorded can only grow: whoever reads too early books less, and whoever comes later the rest. */
  private async book(ctx: RequestContext, reference: string): Promise<void> {
    const status = await this.payIndex.gateway.status(paymentKey({ code: reference }));
    for (const charge of refundedCharges(status)) await this.bookCharge(ctx, charge);
  }

  private async bookCharge(ctx: RequestContext, charge: Charge): Promise<void> {
    const own = (await this.contextOf(charge.merchantTenant, ctx)) ?? (await this.contextOf("default", ctx));
    if (own === undefined) return;
    await this.store.transaction(own, (tx) => this.refunds.bring(tx, charge));
  }

  /** In the channel whose merchant was paid, by whoever asked for it. */
  private async contextOf(tenant: string, by?: RequestContext): Promise<RequestContext | undefined> {
    const channels = await findChannels(this.connection);
    const channel = channels.find((each) => tenantOf(each) === tenant);
    if (channel === undefined) return undefined;
    const id = by?.activeUserId;
    const users = this.connection.rawConnection.getRepository(User);
    const user = id === undefined ? null : await users.findOneBy({ id });
    return this.contexts.in(channel, user === null ? {} : { user });
  }
}
