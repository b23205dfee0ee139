import { type ID, Order, Payment, type RequestContext, type TransactionalConnection } from "@vendure/core";
import { In, type SelectQueryBuilder } from "typeorm";

export interface PageRange {
  readonly skip: number;
  readonly take: number;
}

/** Returns a customer's orders that started a subscription, newest first, with their channels. */
export async function findSubscriptionStartingOrders(
  connection: TransactionalConnection,
  ctx: RequestContext,
  { customerId, skip, take }: PageRange & { readonly customerId: ID },
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
 * Finds first orders by their payments, which have the variant, and for renewals also the cycle. Compares the stored
 * text, because another plugin's value may be no valid JSON. Core confirms the result.
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
