import { Injectable } from "@nestjs/common";
import { type BookStatus, begunSubscription } from "@pay-index/core";
import { type Order, Payment, type RequestContext, TransactionalConnection } from "@vendure/core";
import { tenantOf } from "./frozen.ts";
import type { SettledBy } from "./paid-orders.ts";
import { PayIndexService } from "./pay-index-service.ts";

/** Of which cycle an order is the renewal. */
export interface RenewalOf {
  /** The code of the order that began the subscription. */
  readonly firstOrder: string;
  readonly cycle: number;
  /** That order's. */
  readonly book: BookStatus;
}

/** An order with the channels that it is in. */
type OrderInChannels = Pick<Order, "id" | "code" | "channels">;

/** What the ledger says of an order, whichever of its channels it is looked at from. */
@Injectable()
export class OrderBooks {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly payIndex: PayIndexService,
  ) {}

  /** `attempt` is included, however old it is. A buyer may have begun in one channel and somebody may look from another: the default channel has every order. */
  async of(
    { code, channels }: Omit<OrderInChannels, "id">,
    attempt: { readonly orderNumber?: string } = {},
  ): Promise<BookStatus> {
    const books = await Promise.all(
      channels.map((channel) =>
        this.payIndex.gateway.status({ tenant: tenantOf(channel), reference: code, ...attempt }),
      ),
    );
    const [most] = books.sort((a, b) => b.attemptCount - a.attemptCount);
    return {
      ...(most as BookStatus),
      payments: books.flatMap(({ payments }) => payments),
      attemptCount: books.reduce((sum, { attemptCount }) => sum + attemptCount, 0),
      items: books.flatMap(({ items }) => items),
      placed: books.find(({ placed }) => placed !== undefined)?.placed,
    };
  }

  /** Undefined: it is none. Its payment says so, which other code may write: the ledger must say the same. */
  async renewalOf(ctx: RequestContext, order: OrderInChannels): Promise<RenewalOf | undefined> {
    const payments = await this.connection
      .getRepository(ctx, Payment)
      .find({ where: { order: { id: order.id } } });
    for (const { metadata } of payments) {
      const { firstOrder, cycle } = metadata as Partial<SettledBy["metadata"]>;
      if (typeof firstOrder !== "string" || cycle === undefined) continue;
      const book = await this.of({ code: firstOrder, channels: order.channels });
      const cycles = begunSubscription(book)?.subscription.cycles ?? [];
      if (cycles.some(({ number, placed }) => number === cycle && placed?.id === order.code))
        return { firstOrder, cycle, book };
    }
    return undefined;
  }
}
