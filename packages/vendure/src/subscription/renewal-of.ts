import {
  type ID,
  type Order,
  Payment,
  type RequestContext,
  type TransactionalConnection,
} from "@vendure/core";
import type { SettledBy } from "../paid-orders.ts";

/** Of which cycle an order is the renewal. */
export interface RenewalOf {
  /** The code of the order that began the subscription. */
  readonly firstOrder: string;
  readonly cycle: number;
}

/** As its payment says; undefined: it is none. */
export async function renewalOf(
  connection: TransactionalConnection,
  ctx: RequestContext,
  { id }: Pick<Order, "id">,
): Promise<RenewalOf | undefined> {
  const payments = await connection.getRepository(ctx, Payment).find({ where: { order: { id } } });
  for (const { metadata } of payments) {
    const { firstOrder, cycle } = metadata as Partial<SettledBy["metadata"]>;
    if (firstOrder !== undefined && cycle !== undefined) return { firstOrder, cycle };
  }
  return undefined;
}

/** The codes of a customer's orders that began a subscription, newest first. */
export async function begunBy(
  connection: TransactionalConnection,
  ctx: RequestContext,
  customerId: ID,
): Promise<string[]> {
  const payments = await connection
    .getRepository(ctx, Payment)
    .createQueryBuilder("payment")
    .innerJoinAndSelect("payment.order", "order")
    .innerJoin("order.channels", "channel", "channel.id = :channelId", { channelId: ctx.channelId })
    .where("order.customerId = :customerId", { customerId })
    .orderBy("payment.id", "DESC")
    .getMany();
  const begun = payments.filter(
    ({ metadata }) => metadata.variant === "subscription" && metadata.cycle === undefined,
  );
  return [...new Set(begun.map(({ order }) => order.code))];
}
