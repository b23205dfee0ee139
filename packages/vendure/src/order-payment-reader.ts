import { Injectable } from "@nestjs/common";
import { type PaymentStatus } from "@pay-index/core";
import { findPaidSubscription } from "@pay-index/core/adapter";
import { type Order, Payment, type RequestContext, TransactionalConnection } from "@vendure/core";
import { paymentKeyOfOrder } from "./checkout-snapshot.ts";
import type { SettledPaymentDetails } from "./order-placer.ts";
import { PayIndexService } from "./pay-index-service.ts";

/** The subscription of which an order is a renewal. */
export interface RenewalSubscription {
  /** The code of the order that started the subscription. */
  readonly firstOrder: string;
  readonly cycle: number;
  /** The payment of that order. */
  readonly payment: PaymentStatus;
}

/** Reads the payment of an order. The result is the same from each of its channels. */
@Injectable()
export class OrderPaymentReader {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly payIndex: PayIndexService,
  ) {}

  /** Returns the payment of an order, for whichever channel. */
  of(order: Pick<Order, "code">): Promise<PaymentStatus> {
    return this.payIndex.gateway.status(paymentKeyOfOrder(order));
  }

  /**
   * Returns undefined if the order is no renewal. Its Vendure payment names the subscription, but other code can write
   * that, so core must confirm it.
   */
  async renewalOf(
    ctx: RequestContext,
    order: Pick<Order, "id" | "code">,
  ): Promise<RenewalSubscription | undefined> {
    const payments = await this.connection
      .getRepository(ctx, Payment)
      .find({ where: { order: { id: order.id } } });
    for (const { metadata } of payments) {
      const { firstOrder, cycle } = metadata as Partial<SettledPaymentDetails["metadata"]>;
      if (typeof firstOrder !== "string" || cycle === undefined) continue;
      const payment = await this.of({ code: firstOrder });
      const cycles = findPaidSubscription(payment)?.subscription.cycles ?? [];
      if (cycles.some(({ number, placedOrder }) => number === cycle && placedOrder?.id === order.code))
        return { firstOrder, cycle, payment };
    }
    return undefined;
  }
}
