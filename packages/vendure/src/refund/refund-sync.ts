import { Injectable } from "@nestjs/common";
import type {
  DoneAnswer,
  RefundEndedReport,
  RefundedOrder,
  SyncRefundRequest,
} from "@pay-index/core/adapter";
import { type RequestContext, TransactionalConnection, User } from "@vendure/core";
import { BackgroundContexts } from "../background-contexts.ts";
import { tenantOfChannel } from "../checkout-snapshot.ts";
import { findChannelsWithZones } from "../find-channels-with-zones.ts";
import { PendingRefunds } from "./pending-refunds.ts";
import { VendureRefundWriter } from "./vendure-refund-writer.ts";

/** Brings Vendure's refunds in line with those that core recorded. */
@Injectable()
export class RefundSync {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: BackgroundContexts,
    private readonly refunds: VendureRefundWriter,
    private readonly pending: PendingRefunds,
  ) {}

  /**
   * Adds the missing refunds, and completes the job in the same transaction. @throws Error with the reason if Vendure
   * refuses
   */
  async sync(tx: RequestContext, request: SyncRefundRequest<RequestContext>): Promise<DoneAnswer> {
    await request.complete(tx);
    await this.refunds.addMissing(tx, request.order);
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
}
