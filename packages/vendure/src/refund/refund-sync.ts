import { Injectable } from "@nestjs/common";
import type { DoneAnswer, RefundedOrder, SyncRefundRequest } from "@pay-index/core/adapter";
import { type RequestContext, TransactionalConnection, User } from "@vendure/core";
import { BackgroundContexts } from "../background-contexts.ts";
import { tenantOf } from "../checkout-snapshot.ts";
import { findChannels } from "../find-channels.ts";
import { VendureRefundWriter } from "./vendure-refund-writer.ts";

/** Brings Vendure's refunds in line with those that staff recorded about placed orders. */
@Injectable()
export class RefundSync {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: BackgroundContexts,
    private readonly refunds: VendureRefundWriter,
  ) {}

  /** Adds the refunds that Vendure does not have, and completes the job in the same transaction. @throws Error that says why Vendure refuses it */
  async sync(tx: RequestContext, request: SyncRefundRequest<RequestContext>): Promise<DoneAnswer> {
    await request.complete(tx);
    await this.refunds.addMissing(tx, request.order);
    return { done: true };
  }

  /** The channel whose merchant was paid, and whoever recorded the last refund. Undefined: there is no channel. */
  async contextOf({ merchantTenant, refunds }: RefundedOrder): Promise<RequestContext | undefined> {
    const channels = await findChannels(this.connection);
    const find = (tenant: string) => channels.find((each) => tenantOf(each) === tenant);
    const channel = find(merchantTenant) ?? find("default");
    if (channel === undefined) return undefined;
    const user = await this.userOf(refunds.at(-1)?.operator.id ?? "");
    return this.contexts.in(channel, user === null ? {} : { user });
  }

  /** Code of the shop may name operators that are no users, by ids that the database cannot compare with a user's. */
  private async userOf(id: string): Promise<User | null> {
    const users = this.connection.rawConnection.getRepository(User);
    return users.findOneBy({ id }).catch(() => null);
  }
}
