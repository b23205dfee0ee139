import { Injectable } from "@nestjs/common";
import type { CycleOverdueReport, OrderPortAnswer, SubscriptionClosedReport } from "@pay-index/core/adapter";
import { EventBus, type Order, OrderService, type RequestContext } from "@vendure/core";
import type { CheckoutSnapshot } from "../checkout-snapshot.ts";
import { createRefusalRollback } from "../refusal-rollback.ts";
import { OrderHistory } from "./order-history.ts";
import { CycleOverdueEvent, SubscriptionClosedEvent } from "./subscription-events.ts";

/** What is heard of a subscription and makes no order: it stands in the history of the first one, and the shop is told. */
@Injectable()
export class SubscriptionNotifier {
  constructor(
    private readonly orders: OrderService,
    private readonly history: OrderHistory,
    private readonly events: EventBus,
  ) {}

  async closed(
    tx: RequestContext,
    work: SubscriptionClosedReport<RequestContext>,
    frozen: CheckoutSnapshot,
  ): Promise<OrderPortAnswer> {
    const order = await this.firstOrder(tx, work, frozen);
    const { key, subscription, closedAt } = work;
    const data = { closedAt: closedAt.toISOString() };
    await this.history.note(tx, order.id, ["PAY_INDEX_SUBSCRIPTION_CLOSED", data]);
    await this.events.publish(new SubscriptionClosedEvent(tx, { key, order, subscription, closedAt }));
    return { done: true };
  }

  async missed(
    tx: RequestContext,
    work: CycleOverdueReport<RequestContext>,
    frozen: CheckoutSnapshot,
  ): Promise<OrderPortAnswer> {
    const order = await this.firstOrder(tx, work, frozen);
    const { key, subscription, cycle } = work;
    const data = { cycle: cycle.number, dueAt: cycle.dueAt.toISOString() };
    await this.history.note(tx, order.id, ["PAY_INDEX_CYCLE_MISSED", data]);
    await this.events.publish(new CycleOverdueEvent(tx, { key, order, subscription, cycle }));
    return { done: true };
  }

  private async firstOrder(
    tx: RequestContext,
    work: Pick<SubscriptionClosedReport<RequestContext>, "finish">,
    { orderId }: CheckoutSnapshot,
  ): Promise<Order> {
    await work.complete(tx);
    const order = await this.orders.findOne(tx, orderId);
    if (order === undefined) throw createRefusalRollback("order_missing", "The first order is gone.");
    return order;
  }
}
