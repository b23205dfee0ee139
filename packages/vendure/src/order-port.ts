import { Injectable } from "@nestjs/common";
import type {
  CycleOverdueReport,
  OrderPort,
  OrderPortAnswer,
  OrderRefusal,
  PaidPayment,
  PlaceOrderAnswer,
  PlaceOrderRequest,
  PlaceRenewalRequest,
  SubscriptionClosedReport,
  SyncRefundRequest,
} from "@pay-index/core/adapter";
import { type CurrencyCode, type LanguageCode, RequestContext, TransactionalConnection } from "@vendure/core";
import { BackgroundContexts } from "./background-contexts.ts";
import { type CheckoutSnapshot, isCheckoutSnapshot } from "./checkout-snapshot.ts";
import { findChannels } from "./find-channels.ts";
import { OrderPlacer } from "./order-placer.ts";
import { RefundSync } from "./refund/refund-sync.ts";
import { RefusalRollback } from "./refusal-rollback.ts";
import { createVendureStore, type VendureStore } from "./store/vendure-store.ts";
import { RenewalPlacer } from "./subscription/renewal-placer.ts";
import { SubscriptionNotifier } from "./subscription/subscription-notifier.ts";

/** Postgres: two transactions wait for each other, and one of them was ended. */
const deadlockCode = "40P01";
const maxTries = 3;

/**
 * Vendure as core sees it. The work is ended in the transaction that does it: whoever comes second finds it ended, and rolls back.
 * What Vendure does not allow is rolled back too, and is told to staff.
 */
@Injectable()
export class VendureOrderPort implements OrderPort<RequestContext> {
  private readonly store: VendureStore;

  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: BackgroundContexts,
    private readonly paid: OrderPlacer,
    private readonly renewals: RenewalPlacer,
    private readonly news: SubscriptionNotifier,
    private readonly refunds: RefundSync,
  ) {
    this.store = createVendureStore(connection);
  }

  placeOrder(work: PlaceOrderRequest<RequestContext>): Promise<PlaceOrderAnswer | OrderRefusal> {
    return this.once(work.payment, (tx, frozen) => this.paid.place(tx, work, frozen));
  }

  placeRenewal(work: PlaceRenewalRequest<RequestContext>): Promise<OrderPortAnswer> {
    return this.once(work.payment, (tx, frozen) => this.renewals.make(tx, work, frozen));
  }

  subscriptionClosed(work: SubscriptionClosedReport<RequestContext>): Promise<OrderPortAnswer> {
    return this.once(work.payment, (tx, frozen) => this.news.closed(tx, work, frozen));
  }

  cycleOverdue(work: CycleOverdueReport<RequestContext>): Promise<OrderPortAnswer> {
    return this.once(work.payment, (tx, frozen) => this.news.missed(tx, work, frozen));
  }

  async syncRefunds(work: SyncRefundRequest<RequestContext>): Promise<OrderPortAnswer> {
    const ctx = await this.refunds.contextOf(work.order);
    return this.inTransaction(ctx, (tx) => this.refunds.book(tx, work));
  }

  private async once<Answer extends OrderPortAnswer>(
    { snapshot }: PaidPayment,
    effect: (tx: RequestContext, frozen: CheckoutSnapshot) => Promise<Answer>,
  ): Promise<Answer | OrderRefusal> {
    if (!isCheckoutSnapshot(snapshot))
      return { refused: { code: "host_missing", message: "The payment was not started by this shop." } };
    return this.inTransaction(await this.contextOf(snapshot), (tx) => effect(tx, snapshot));
  }

  private async inTransaction<Answer extends OrderPortAnswer>(
    ctx: RequestContext | undefined,
    effect: (tx: RequestContext) => Promise<Answer>,
  ): Promise<Answer | OrderRefusal> {
    if (ctx === undefined) return { refused: { code: "channel_missing", message: "Its channel is gone." } };
    for (let left = maxTries; ; left--) {
      try {
        return await this.store.transaction(ctx, (tx) => effect(tx));
      } catch (error) {
        if (error instanceof RefusalRollback) return error.outcome;
        if (left === 1 || errorCodeOf(error) !== deadlockCode) throw error;
      }
    }
  }

  private async contextOf({
    channelId,
    languageCode,
    currencyCode,
  }: CheckoutSnapshot): Promise<RequestContext | undefined> {
    const [channel] = await findChannels(this.connection, { id: channelId });
    if (channel === undefined) return undefined;
    return this.contexts.in(channel, {
      languageCode: languageCode as LanguageCode,
      currencyCode: currencyCode as CurrencyCode,
    });
  }
}

function errorCodeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
