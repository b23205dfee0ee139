import { Injectable } from "@nestjs/common";
import {
  type CycleFailedReport,
  type CycleOverdueReport,
  type DoneAnswer,
  RefusalRollback,
  type SubscriptionClosedReport,
} from "@pay-index/core/adapter";
import { EventBus, type Order, OrderService, type RequestContext } from "@vendure/core";
import type { CheckoutSnapshot } from "../checkout-snapshot.ts";
import { OrderHistory } from "./order-history.ts";
import { CycleFailedEvent, CycleOverdueEvent, SubscriptionClosedEvent } from "./subscription-events.ts";

/** Reports a closed subscription, or a cycle that is declined or overdue: in the history of the first order, and as an event for the shop. */
@Injectable()
export class SubscriptionNotifier {
  constructor(
    private readonly orders: OrderService,
    private readonly history: OrderHistory,
    private readonly events: EventBus,
  ) {}

  async closed(
    tx: RequestContext,
    request: SubscriptionClosedReport<RequestContext>,
    snapshot: CheckoutSnapshot,
  ): Promise<DoneAnswer> {
    const order = await this.firstOrder(tx, request, snapshot);
    const { key, subscription, closedAt } = request;
    const data = { closedAt: closedAt.toISOString() };
    await this.history.note(tx, order.id, ["PAY_INDEX_SUBSCRIPTION_CLOSED", data]);
    const event = new SubscriptionClosedEvent(tx, { key, order, subscription, closedAt });
    await request.runHook("A handler of SubscriptionClosedEvent", () => this.events.publish(event));
    return { done: true };
  }

  async failed(
    tx: RequestContext,
    request: CycleFailedReport<RequestContext>,
    snapshot: CheckoutSnapshot,
  ): Promise<DoneAnswer> {
    const order = await this.firstOrder(tx, request, snapshot);
    const { key, subscription, cycle } = request;
    const data = { cycle: cycle.number, transactionId: cycle.transactionId };
    await this.history.note(tx, order.id, ["PAY_INDEX_CYCLE_FAILED", data]);
    const event = new CycleFailedEvent(tx, { key, order, subscription, cycle });
    await request.runHook("A handler of CycleFailedEvent", () => this.events.publish(event));
    return { done: true };
  }

  async overdue(
    tx: RequestContext,
    request: CycleOverdueReport<RequestContext>,
    snapshot: CheckoutSnapshot,
  ): Promise<DoneAnswer> {
    const order = await this.firstOrder(tx, request, snapshot);
    const { key, subscription, cycle } = request;
    const data = { cycle: cycle.number, dueAt: cycle.dueAt.toISOString() };
    await this.history.note(tx, order.id, ["PAY_INDEX_CYCLE_OVERDUE", data]);
    const event = new CycleOverdueEvent(tx, { key, order, subscription, cycle });
    await request.runHook("A handler of CycleOverdueEvent", () => this.events.publish(event));
    return { done: true };
  }

  private async firstOrder(
    tx: RequestContext,
    request: Pick<SubscriptionClosedReport<RequestContext>, "complete">,
    { orderId }: CheckoutSnapshot,
  ): Promise<Order> {
    await request.complete(tx);
    const order = await this.orders.findOne(tx, orderId);
    if (order === undefined)
      throw new RefusalRollback("first_order_missing", "The first order no longer exists.");
    return order;
  }
}
