import { Injectable } from "@nestjs/common";
import type { Applied, ClosedWork, MissedWork } from "@pay-index/core";
import { EventBus, type Order, OrderService, type RequestContext } from "@vendure/core";
import type { Frozen } from "../frozen.ts";
import { refuse } from "../roll-back.ts";
import { CycleMissedEvent, SubscriptionClosedEvent } from "./events.ts";
import { OrderHistory } from "./order-history.ts";

/** What is heard of a subscription and makes no order: it stands in the history of the first one, and the shop is told. */
@Injectable()
export class SubscriptionNews {
  constructor(
    private readonly orders: OrderService,
    private readonly history: OrderHistory,
    private readonly events: EventBus,
  ) {}

  async closed(tx: RequestContext, work: ClosedWork<RequestContext>, frozen: Frozen): Promise<Applied> {
    const order = await this.firstOrder(tx, work, frozen);
    const { key, subscription, closedAt } = work;
    const data = { closedAt: closedAt.toISOString() };
    await this.history.note(tx, order.id, ["PAY_INDEX_SUBSCRIPTION_CLOSED", data]);
    await this.events.publish(new SubscriptionClosedEvent(tx, { key, order, subscription, closedAt }));
    return { done: true };
  }

  async missed(tx: RequestContext, work: MissedWork<RequestContext>, frozen: Frozen): Promise<Applied> {
    const order = await this.firstOrder(tx, work, frozen);
    const { key, subscription, cycle } = work;
    const data = { cycle: cycle.number, dueAt: cycle.dueAt.toISOString() };
    await this.history.note(tx, order.id, ["PAY_INDEX_CYCLE_MISSED", data]);
    await this.events.publish(new CycleMissedEvent(tx, { key, order, subscription, cycle }));
    return { done: true };
  }

  private async firstOrder(
    tx: RequestContext,
    work: Pick<ClosedWork<RequestContext>, "finish">,
    { orderId }: Frozen,
  ): Promise<Order> {
    await work.finish(tx);
    const order = await this.orders.findOne(tx, orderId);
    if (order === undefined) throw refuse("order_missing", "The first order is gone.");
    return order;
  }
}
