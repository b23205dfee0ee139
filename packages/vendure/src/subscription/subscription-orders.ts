import { type ID, Order, Payment, type RequestContext, type TransactionalConnection } from "@vendure/core";
import { In, type SelectQueryBuilder } from "typeorm";

export interface PageRange {
  readonly skip: number;
  readonly take: number;
}

interface CustomerPageRange extends PageRange {
  readonly customerId: ID;
}

/** A customer's orders that began a subscription, newest first, with the channels that they are in. */
export async function findSubscriptionOrders(
  connection: TransactionalConnection,
  ctx: RequestContext,
  { customerId, skip, take }: CustomerPageRange,
): Promise<Order[]> {
  const orders = connection.getRepository(ctx, Order);
  const query = orders
    .createQueryBuilder("order")
    .select("order.id", "id")
    .innerJoin("order.channels", "channel", "channel.id = :channelId", { channelId: ctx.channelId })
    .where("order.customerId = :customerId", { customerId })
    .andWhere((outer) => `EXISTS ${firstPaymentSubquery(outer)}`)
    .orderBy("order.orderPlacedAt", "DESC")
    .addOrderBy("order.id", "DESC")
    .offset(skip)
    .limit(take);
  const ids = (await query.getRawMany<{ id: ID }>()).map(({ id }) => id);
  const found = await orders.find({ where: { id: In(ids) }, relations: { channels: true } });
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  return found.sort((a, b) => (placeOf.get(a.id) ?? 0) - (placeOf.get(b.id) ?? 0));
}

/**
 * The payment of a first order says its variant, and that of a renewal its cycle, too. Compared as the text that Vendure keeps: what
 * another plugin has written there may be nothing that Postgres reads as JSON. The engine has the last word.
 */
function firstPaymentSubquery(outer: SelectQueryBuilder<Order>): string {
  return outer
    .subQuery()
    .select("payment.id")
    .from(Payment, "payment")
    .where("payment.order = order.id")
    .andWhere(`payment.metadata LIKE '%"variant":"subscription"%'`)
    .andWhere(`payment.metadata NOT LIKE '%"cycle":%'`)
    .getQuery();
}
