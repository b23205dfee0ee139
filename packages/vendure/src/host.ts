import { Injectable } from "@nestjs/common";
import type {
  Applied,
  ClosedWork,
  CycleWork,
  HostWork,
  LedgerHost,
  MissedWork,
  OrderPlaced,
  PaidPayment,
  RefundWork,
  Refusal,
} from "@pay-index/core";
import { type CurrencyCode, type LanguageCode, RequestContext, TransactionalConnection } from "@vendure/core";
import { findChannels } from "./channels.ts";
import { type Frozen, isFrozen } from "./frozen.ts";
import { PaidOrders } from "./paid-orders.ts";
import { RecordedRefunds } from "./refund/recorded-refunds.ts";
import { RollBack } from "./roll-back.ts";
import { ServerContexts } from "./server-contexts.ts";
import { ledgerStore, type VendureStore } from "./store/ledger-store.ts";
import { Renewals } from "./subscription/renewals.ts";
import { SubscriptionNews } from "./subscription/subscription-news.ts";

/** Postgres: two transactions wait for each other, and one of them was ended. */
const deadlock = "40P01";
const tries = 3;

/**
 * Vendure as core sees it. The work is ended in the transaction that does it: whoever comes second finds it ended, and rolls back.
 * What Vendure does not allow is rolled back too, and is told to staff.
 */
@Injectable()
export class VendureHost implements LedgerHost<RequestContext> {
  private readonly store: VendureStore;

  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: ServerContexts,
    private readonly paid: PaidOrders,
    private readonly renewals: Renewals,
    private readonly news: SubscriptionNews,
    private readonly refunds: RecordedRefunds,
  ) {
    this.store = ledgerStore(connection);
  }

  apply(work: HostWork<RequestContext>): Promise<OrderPlaced | Refusal> {
    return this.once(work.payment, (tx, frozen) => this.paid.place(tx, work, frozen));
  }

  renew(work: CycleWork<RequestContext>): Promise<Applied> {
    return this.once(work.payment, (tx, frozen) => this.renewals.make(tx, work, frozen));
  }

  closed(work: ClosedWork<RequestContext>): Promise<Applied> {
    return this.once(work.payment, (tx, frozen) => this.news.closed(tx, work, frozen));
  }

  missed(work: MissedWork<RequestContext>): Promise<Applied> {
    return this.once(work.payment, (tx, frozen) => this.news.missed(tx, work, frozen));
  }

  async bookRefunds(work: RefundWork<RequestContext>): Promise<Applied> {
    const ctx = await this.refunds.contextOf(work.order);
    return this.inTransaction(ctx, (tx) => this.refunds.book(tx, work));
  }

  private async once<Answer extends Applied>(
    { host }: PaidPayment,
    effect: (tx: RequestContext, frozen: Frozen) => Promise<Answer>,
  ): Promise<Answer | Refusal> {
    if (!isFrozen(host))
      return { refused: { code: "host_missing", message: "The payment was not started by this shop." } };
    return this.inTransaction(await this.contextOf(host), (tx) => effect(tx, host));
  }

  private async inTransaction<Answer extends Applied>(
    ctx: RequestContext | undefined,
    effect: (tx: RequestContext) => Promise<Answer>,
  ): Promise<Answer | Refusal> {
    if (ctx === undefined) return { refused: { code: "channel_missing", message: "Its channel is gone." } };
    for (let left = tries; ; left--) {
      try {
        return await this.store.transaction(ctx, (tx) => effect(tx));
      } catch (error) {
        if (error instanceof RollBack) return error.outcome;
        if (left === 1 || codeOf(error) !== deadlock) throw error;
      }
    }
  }

  private async contextOf({
    channelId,
    languageCode,
    currencyCode,
  }: Frozen): Promise<RequestContext | undefined> {
    const [channel] = await findChannels(this.connection, { id: channelId });
    if (channel === undefined) return undefined;
    return this.contexts.in(channel, {
      languageCode: languageCode as LanguageCode,
      currencyCode: currencyCode as CurrencyCode,
    });
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
