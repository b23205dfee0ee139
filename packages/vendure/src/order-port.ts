import { Injectable } from "@nestjs/common";
import {
  type CycleFailedReport,
  type CycleOverdueReport,
  type DisputeReport,
  type DoneAnswer,
  type LinkSale,
  type LinkSaleRequest,
  type OrderPort,
  type OrderPortAnswer,
  type OrderRefusal,
  type PaidPayment,
  type PlacedAnswer,
  type PlaceOrderAnswer,
  type PlaceOrderRequest,
  type PlaceRenewalRequest,
  type RefundEndedReport,
  runOrderTransaction,
  type SubscriptionClosedReport,
  type SyncRefundRequest,
} from "@pay-index/core/adapter";
import { RequestContext, TransactionalConnection } from "@vendure/core";
import { BackgroundContexts } from "./background-contexts.ts";
import { type CheckoutSnapshot, isCheckoutSnapshot } from "./checkout-snapshot.ts";
import { DisputeNotifier } from "./dispute/dispute-notifier.ts";
import { findChannelsWithZones } from "./find-channels-with-zones.ts";
import { OrderPlacer } from "./order-placer.ts";
import { LinkSaleBuilder } from "./payment-link/link-sale-builder.ts";
import { RefundSync } from "./refund/refund-sync.ts";
import { createVendureStore, type VendureStore } from "./store/vendure-store.ts";
import { RenewalPlacer } from "./subscription/renewal-placer.ts";
import { SubscriptionNotifier } from "./subscription/subscription-notifier.ts";

/**
 * The order port of Vendure. Each effect completes its job in its own transaction. A second run finds the job completed, and rolls back.
 * If Vendure refuses an effect, the transaction rolls back, and staff get a review item.
 */
@Injectable()
export class VendureOrderPort implements OrderPort<RequestContext> {
  private readonly store: VendureStore;

  constructor(
    private readonly connection: TransactionalConnection,
    private readonly contexts: BackgroundContexts,
    private readonly orders: OrderPlacer,
    private readonly renewals: RenewalPlacer,
    private readonly reports: SubscriptionNotifier,
    private readonly refunds: RefundSync,
    private readonly disputes: DisputeNotifier,
    private readonly links: LinkSaleBuilder,
  ) {
    this.store = createVendureStore(connection);
  }

  placeOrder(request: PlaceOrderRequest<RequestContext>): Promise<PlaceOrderAnswer | OrderRefusal> {
    return this.once(request.payment, (tx, snapshot) => this.orders.place(tx, request, snapshot));
  }

  linkSale(about: LinkSaleRequest): Promise<LinkSale | undefined> {
    return this.links.sale(about);
  }

  placeRenewal(request: PlaceRenewalRequest<RequestContext>): Promise<PlacedAnswer | OrderRefusal> {
    return this.once(request.payment, (tx, snapshot) => this.renewals.place(tx, request, snapshot));
  }

  subscriptionClosed(request: SubscriptionClosedReport<RequestContext>): Promise<DoneAnswer | OrderRefusal> {
    return this.once(request.payment, (tx, snapshot) => this.reports.closed(tx, request, snapshot));
  }

  cycleFailed(request: CycleFailedReport<RequestContext>): Promise<DoneAnswer | OrderRefusal> {
    return this.once(request.payment, (tx, snapshot) => this.reports.failed(tx, request, snapshot));
  }

  cycleOverdue(request: CycleOverdueReport<RequestContext>): Promise<DoneAnswer | OrderRefusal> {
    return this.once(request.payment, (tx, snapshot) => this.reports.overdue(tx, request, snapshot));
  }

  disputed(request: DisputeReport<RequestContext>): Promise<DoneAnswer | OrderRefusal> {
    return this.once(request.payment, (tx, snapshot) => this.disputes.report(tx, request, snapshot));
  }

  async syncRefunds(request: SyncRefundRequest<RequestContext>): Promise<DoneAnswer | OrderRefusal> {
    const ctx = await this.refunds.contextOf(request.order);
    return this.inTransaction(ctx, (tx) => this.refunds.sync(tx, request));
  }

  refundEnded(report: RefundEndedReport<RequestContext>): Promise<DoneAnswer | OrderRefusal> {
    return this.once(report.payment, (tx) => this.refunds.end(tx, report));
  }

  private async once<Answer extends OrderPortAnswer>(
    { snapshot }: PaidPayment,
    effect: (tx: RequestContext, snapshot: CheckoutSnapshot) => Promise<Answer>,
  ): Promise<Answer | OrderRefusal> {
    if (!isCheckoutSnapshot(snapshot))
      return { refused: { code: "host_missing", message: "The payment was not started by this shop." } };
    return this.inTransaction(await this.contextOf(snapshot), (tx) => effect(tx, snapshot));
  }

  private async inTransaction<Answer extends OrderPortAnswer>(
    ctx: RequestContext | undefined,
    effect: (tx: RequestContext) => Promise<Answer>,
  ): Promise<Answer | OrderRefusal> {
    if (ctx === undefined)
      return { refused: { code: "channel_missing", message: "The channel of the order was deleted." } };
    return runOrderTransaction(() => this.store.transaction(ctx, effect));
  }

  private async contextOf({ channelId, languageCode, currencyCode }: CheckoutSnapshot) {
    const [channel] = await findChannelsWithZones(this.connection, { id: channelId });
    return channel && this.contexts.in(channel, { languageCode, currencyCode });
  }
}
