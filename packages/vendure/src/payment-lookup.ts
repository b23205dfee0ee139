import { Injectable } from "@nestjs/common";
import { type PaymentStatus } from "@pay-index/core";
import { findPaidSubscription } from "@pay-index/core/adapter";
import { type Order, Payment, type RequestContext, TransactionalConnection } from "@vendure/core";
import { paymentKey } from "./checkout-snapshot.ts";
import type { OrderPaymentDetails } from "./order-placer.ts";
import { PayIndexService } from "./pay-index-service.ts";

/** Of which cycle an order is the renewal. */
export interface RenewalSource {
  /** The code of the order that began the subscription. */
  readonly firstOrder: string;
  readonly cycle: number;
  /** The payment of that order. */
  readonly payment: PaymentStatus;
}

/** Reads the payment of an order. The result is the same from each of its channels. */
@Injectable()
export class PaymentLookup {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly payIndex: PayIndexService,
  ) {}

  /** One payment, in whichever channels its order is and from whichever it is read. `attempt` is included, however old it is. */
  of(order: Pick<Order, "code">, attempt: { readonly attemptId?: string } = {}): Promise<PaymentStatus> {
    return this.payIndex.gateway.status({ ...paymentKey(order), ...attempt });
  }

  /** Undefined: it is none. Its payment says so, which other code may write: the engine must say the same. */
  async renewalOf(
    ctx: RequestContext,
    order: Pick<Order, "id" | "code">,
  ): Promise<RenewalSource | undefined> {
    const payments = await this.connection
      .getRepository(ctx, Payment)
      .find({ where: { order: { id: order.id } } });
    for (const { metadata } of payments) {
      const { firstOrder, cycle } = metadata as Partial<OrderPaymentDetails["metadata"]>;
      if (typeof firstOrder !== "string" || cycle === undefined) continue;
      const payment = await this.of({ code: firstOrder });
      const cycles = findPaidSubscription(payment)?.subscription.cycles ?? [];
      if (cycles.some(({ number, placedOrder }) => number === cycle && placedOrder?.id === order.code))
        return { firstOrder, cycle, payment };
    }
    return undefined;
  }
}
