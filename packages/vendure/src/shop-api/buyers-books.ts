import { Injectable } from "@nestjs/common";
import { type BookStatus, begunSubscription, type SubscriptionStatus } from "@pay-index/core";
import { CustomerService, type Order, type RequestContext, TransactionalConnection } from "@vendure/core";
import { tenantOf } from "../frozen.ts";
import { PayIndexService } from "../pay-index-service.ts";
import { begunBy, renewalOf } from "../subscription/renewal-of.ts";

export interface OrderShown {
  readonly state: string;
  readonly isPlaced: boolean;
  readonly subscription: SubscriptionShown | undefined;
}

export type SubscriptionShown = ReturnType<typeof show>;

/** How orders and their subscriptions stand, as their buyers may see it. */
@Injectable()
export class BuyersBooks {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly customers: CustomerService,
    private readonly payIndex: PayIndexService,
  ) {}

  /** A renewal shows the subscription that it belongs to. */
  async order(ctx: RequestContext, order: Order): Promise<OrderShown> {
    const isPlaced = order.orderPlacedAt != null;
    const renewed = await this.renewed(ctx, order);
    if (renewed !== undefined) return { state: "paid", isPlaced, subscription: renewed };
    const book = await this.book(ctx, order.code);
    // An order that cost nothing, or was paid in another way, is placed without us.
    const placed = book.placed !== undefined || isPlaced;
    return { state: book.state, isPlaced: placed, subscription: subscriptionOf(book) };
  }

  /** What an order is a renewal of. Its payment says so, which other code may write: the ledger must say the same. */
  private async renewed(ctx: RequestContext, order: Order): Promise<SubscriptionShown | undefined> {
    const renewal = await renewalOf(this.connection, ctx, order);
    if (renewal === undefined) return undefined;
    const found = subscriptionOf(await this.book(ctx, renewal.firstOrder));
    const isIts = ({ number, orderCode }: SubscriptionShown["cycles"][number]) =>
      number === renewal.cycle && orderCode === order.code;
    return found?.cycles.some(isIts) ? found : undefined;
  }

  /** Of whoever is signed in; of nobody else. */
  async all(ctx: RequestContext): Promise<SubscriptionShown[]> {
    const { activeUserId } = ctx;
    const customer = activeUserId && (await this.customers.findOneByUserId(ctx, activeUserId));
    if (!customer) return [];
    const codes = await begunBy(this.connection, ctx, customer.id);
    const books = await Promise.all(codes.map((code) => this.book(ctx, code)));
    return books.flatMap((book) => subscriptionOf(book) ?? []);
  }

  private book({ channel }: RequestContext, reference: string): Promise<BookStatus> {
    return this.payIndex.gateway.status({ tenant: tenantOf(channel), reference });
  }
}

function subscriptionOf(book: BookStatus): SubscriptionShown | undefined {
  const begun = begunSubscription(book);
  return begun && show(book.reference, begun.subscription);
}

function show(
  orderCode: string,
  { planType, totalCount, state, closedAt, cycles, next }: SubscriptionStatus,
) {
  return {
    orderCode,
    planType: planType.toUpperCase(),
    totalCount,
    state: state.toUpperCase(),
    closedAt,
    next,
    cycles: cycles.map((cycle) => ({
      number: cycle.number,
      state: cycle.state.toUpperCase(),
      dueAt: cycle.dueAt,
      orderCode: cycle.placed?.id,
    })),
  };
}
