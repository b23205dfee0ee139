import { Injectable } from "@nestjs/common";
import {
  type CycleFailedReport,
  type CycleOverdueReport,
  type DoneAnswer,
  RefusalRollback,
  type SubscriptionClosedReport,
} from "@pay-index/core/adapter";
import { EventBus, type Order, OrderService, type RequestContext, type VendureEvent } from "@vendure/core";
import type { CheckoutSnapshot } from "../checkout-snapshot.ts";
import { type HistoryEntry, OrderHistory } from "./order-history.ts";
import { CycleFailedEvent, CycleOverdueEvent, SubscriptionClosedEvent } from "./subscription-events.ts";

/** Reports a closed subscription, or a cycle that is declined or overdue: in the history of the first order, and as an event for the shop. */
@Injectable()
export class SubscriptionNotifier {
  constructor(
    private readonly orders: OrderService,
    private readonly history: OrderHistory,
    private readonly events: EventBus,
  ) {}

  closed(
    tx: RequestContext,
    request: SubscriptionClosedReport<RequestContext>,
    snapshot: CheckoutSnapshot,
  ): Promise<DoneAnswer> {
    const { key, subscription, closedAt } = request;
    const entry = ["PAY_INDEX_SUBSCRIPTION_CLOSED", { closedAt: closedAt.toISOString() }] as const;
    return this.report(tx, request, snapshot, entry, (order) => {
      return new SubscriptionClosedEvent(tx, { key, order, subscription, closedAt });
    });
  }

  failed(
    tx: RequestContext,
    request: CycleFailedReport<RequestContext>,
    snapshot: CheckoutSnapshot,
  ): Promise<DoneAnswer> {
    const { key, subscription, cycle } = request;
    const { number, transactionId } = cycle;
    const entry = ["PAY_INDEX_CYCLE_FAILED", { cycle: number, transactionId }] as const;
    return this.report(tx, request, snapshot, entry, (order) => {
      return new CycleFailedEvent(tx, { key, order, subscription, cycle });
    });
  }

  overdue(
    tx: RequestContext,
    request: CycleOverdueReport<RequestContext>,
    snapshot: CheckoutSnapshot,
  ): Promise<DoneAnswer> {
    const { key, subscription, cycle } = request;
    const entry = [
      "PAY_INDEX_CYCLE_OVERDUE",
      { cycle: cycle.number, dueAt: cycle.dueAt.toISOString() },
    ] as const;
    return this.report(tx, request, snapshot, entry, (order) => {
      return new CycleOverdueEvent(tx, { key, order, subscription, cycle });
    });
  }

  private async report(
    tx: RequestContext,
    { complete, runHook }: Pick<SubscriptionClosedReport<RequestContext>, "complete" | "runHook">,
    { orderId }: CheckoutSnapshot,
    entry: HistoryEntry,
    createEvent: (order: Order) => VendureEvent,
  ): Promise<DoneAnswer> {
    await complete(tx);
    const order = await this.orders.findOne(tx, orderId);
    if (order === undefined)
      throw new RefusalRollback("first_order_missing", "The first order no longer exists.");
    await this.history.note(tx, order.id, entry);
    const event = createEvent(order);
    await runHook(`A handler of ${event.constructor.name}`, () => this.events.publish(event));
    return { done: true };
  }
}
