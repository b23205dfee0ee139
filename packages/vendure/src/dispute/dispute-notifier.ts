import { Injectable } from "@nestjs/common";
import { type DisputeReport, type DoneAnswer, RefusalRollback } from "@pay-index/core/adapter";
import { EventBus, type Order, OrderService, type RequestContext } from "@vendure/core";
import type { CheckoutSnapshot } from "../checkout-snapshot.ts";
import { DisputeReportedEvent } from "./dispute-event.ts";

/** Reports a message of the dispute webhook as an event for the shop. */
@Injectable()
export class DisputeNotifier {
  constructor(
    private readonly orders: OrderService,
    private readonly events: EventBus,
  ) {}

  async report(
    tx: RequestContext,
    request: DisputeReport<RequestContext>,
    snapshot: CheckoutSnapshot,
  ): Promise<DoneAnswer> {
    await request.complete(tx);
    const { key, cycle, dispute, orderId: code } = request;
    const order = await this.findOrder(tx, code, snapshot);
    if (order === undefined) throw new RefusalRollback("order_missing", "The order is gone.");
    const event = new DisputeReportedEvent(tx, { key, order, cycle, dispute });
    await request.runHook("A handler of DisputeReportedEvent", () => this.events.publish(event));
    return { done: true };
  }

  /** @param code the code of the order that was placed for the charge, if there is one */
  private async findOrder(
    tx: RequestContext,
    code: string | undefined,
    { orderId }: CheckoutSnapshot,
  ): Promise<Order | undefined> {
    const placed = code === undefined ? undefined : await this.orders.findOneByCode(tx, code);
    return placed ?? (await this.orders.findOne(tx, orderId));
  }
}
