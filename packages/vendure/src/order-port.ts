import { Injectable } from "@nestjs/common";
import {
  type CycleFailedReport,
  type CycleOverdueReport,
  type DisputeReport,
  type DoneAnswer,
  type LinkSaleRequest,
  type OrderPort,
  type OrderPortAnswer,
  type OrderRefusal,
  type PaidPayment,
  type PlaceOrderRequest,
  type PlaceRenewalRequest,
  type RefundEndedReport,
  RefusalRollback,
  runOrderTransaction,
  type SubscriptionClosedReport,
  type SyncRefundRequest,
} from "@pay-index/core/adapter";
import {
  EventBus,
  type Order,
  OrderService,
  RequestContext,
  TransactionalConnection,
  type VendureEvent,
} from "@vendure/core";
import { BackgroundContexts } from "./background-contexts.ts";
import { type CheckoutSnapshot, isCheckoutSnapshot } from "./checkout-snapshot.ts";
import { DisputeReportedEvent } from "./dispute/dispute-event.ts";
import { findChannelsWithZones } from "./find-channels-with-zones.ts";
import { OrderPlacer } from "./order-placer.ts";
import { LinkSaleBuilder } from "./payment-link/link-sale-builder.ts";
import { RefundSync } from "./refund/refund-sync.ts";
import { createVendureStore, type VendureStore } from "./store/vendure-store.ts";
import { type HistoryEntry, OrderHistory } from "./subscription/order-history.ts";
import { RenewalPlacer } from "./subscription/renewal-placer.ts";
import {
  CycleFailedEvent,
  CycleOverdueEvent,
  SubscriptionClosedEvent,
} from "./subscription/subscription-events.ts";

type Report = Pick<SubscriptionClosedReport<RequestContext>, "payment" | "complete" | "runHook">;

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
    private readonly placer: OrderPlacer,
    private readonly renewals: RenewalPlacer,
    private readonly refunds: RefundSync,
    private readonly links: LinkSaleBuilder,
    private readonly orders: OrderService,
    private readonly history: OrderHistory,
    private readonly events: EventBus,
  ) {
    this.store = createVendureStore(connection);
  }

  placeOrder(request: PlaceOrderRequest<RequestContext>) {
    return this.once(request.payment, (tx, snapshot) => this.placer.place(tx, request, snapshot));
  }

  linkSale(about: LinkSaleRequest) {
    return this.links.sale(about);
  }

  placeRenewal(request: PlaceRenewalRequest<RequestContext>) {
    return this.once(request.payment, (tx, snapshot) => this.renewals.place(tx, request, snapshot));
  }

  subscriptionClosed(request: SubscriptionClosedReport<RequestContext>) {
    const { key, subscription, closedAt } = request;
    const entry = ["PAY_INDEX_SUBSCRIPTION_CLOSED", { closedAt: closedAt.toISOString() }] as const;
    return this.report(request, entry, (tx, order) => {
      return new SubscriptionClosedEvent(tx, { key, order, subscription, closedAt });
    });
  }

  cycleFailed(request: CycleFailedReport<RequestContext>) {
    const { key, subscription, cycle } = request;
    const { number, transactionId } = cycle;
    const entry = ["PAY_INDEX_CYCLE_FAILED", { cycle: number, transactionId }] as const;
    return this.report(request, entry, (tx, order) => {
      return new CycleFailedEvent(tx, { key, order, subscription, cycle });
    });
  }

  cycleOverdue(request: CycleOverdueReport<RequestContext>) {
    const { key, subscription, cycle } = request;
    const { number, dueAt } = cycle;
    const entry = ["PAY_INDEX_CYCLE_OVERDUE", { cycle: number, dueAt: dueAt.toISOString() }] as const;
    return this.report(request, entry, (tx, order) => {
      return new CycleOverdueEvent(tx, { key, order, subscription, cycle });
    });
  }

  /** A message of the dispute webhook is about the order that was placed for the charge, if there is one. */
  disputed(request: DisputeReport<RequestContext>) {
    const { key, cycle, dispute, orderId: code } = request;
    return this.once(request.payment, async (tx, { orderId }) => {
      await request.complete(tx);
      const placed = code === undefined ? undefined : await this.orders.findOneByCode(tx, code);
      const order = placed ?? (await this.orders.findOne(tx, orderId));
      if (order === undefined) throw new RefusalRollback("order_missing", "The order is gone.");
      return this.publish(request, new DisputeReportedEvent(tx, { key, order, cycle, dispute }));
    });
  }

  syncRefunds(request: SyncRefundRequest<RequestContext>) {
    return this.inTransaction(this.refunds.contextOf(request.order), (tx) => this.refunds.sync(tx, request));
  }

  refundEnded(report: RefundEndedReport<RequestContext>) {
    return this.once(report.payment, (tx) => this.refunds.end(tx, report));
  }

  /** Reports to the shop: in the history of the first order, and as an event. */
  private report(
    request: Report,
    entry: HistoryEntry,
    createEvent: (tx: RequestContext, order: Order) => VendureEvent,
  ): Promise<DoneAnswer | OrderRefusal> {
    return this.once(request.payment, async (tx, { orderId }) => {
      await request.complete(tx);
      const order = await this.orders.findOne(tx, orderId);
      if (order === undefined)
        throw new RefusalRollback("first_order_missing", "The first order no longer exists.");
      await this.history.note(tx, order.id, entry);
      return this.publish(request, createEvent(tx, order));
    });
  }

  private async publish({ runHook }: Pick<Report, "runHook">, event: VendureEvent): Promise<DoneAnswer> {
    await runHook(`A handler of ${event.constructor.name}`, () => this.events.publish(event));
    return { done: true };
  }

  private async once<Answer extends OrderPortAnswer>(
    { snapshot }: PaidPayment,
    effect: (tx: RequestContext, snapshot: CheckoutSnapshot) => Promise<Answer>,
  ): Promise<Answer | OrderRefusal> {
    if (!isCheckoutSnapshot(snapshot))
      return { refused: { code: "host_missing", message: "The payment was not started by this shop." } };
    return this.inTransaction(this.contextOf(snapshot), (tx) => effect(tx, snapshot));
  }

  private async inTransaction<Answer extends OrderPortAnswer>(
    context: Promise<RequestContext | undefined>,
    effect: (tx: RequestContext) => Promise<Answer>,
  ): Promise<Answer | OrderRefusal> {
    const ctx = await context;
    if (ctx === undefined)
      return { refused: { code: "channel_missing", message: "The channel of the order was deleted." } };
    return runOrderTransaction(() => this.store.transaction(ctx, effect));
  }

  private async contextOf({ channelId, languageCode, currencyCode }: CheckoutSnapshot) {
    const [channel] = await findChannelsWithZones(this.connection, { id: channelId });
    return channel && this.contexts.in(channel, { languageCode, currencyCode });
  }
}
