import type { Any } from "./any.mts";
import type { Medusa } from "./open-medusa.mts";

type Shop = Pick<Medusa, "container">;

const graph = async (container: Shop["container"], wanted: object): Promise<Any> =>
  (await (container.resolve("query") as Any).graph(wanted)).data;

const orderLinks = { entity: "order_cart", fields: ["order_id"] };

const orderFields = [
  "id",
  "display_id",
  "status",
  "payment_status",
  "total",
  "summary.*",
  "transactions.amount",
  "payment_collections.status",
  "payment_collections.payments.*",
  "payment_collections.payments.captures.amount",
  "payment_collections.payments.refunds.amount",
];

/** What a cart has become: all of its orders, with their money. */
export async function readOrderRecords({ container }: Shop, cartId: string) {
  const links = await graph(container, { ...orderLinks, filters: { cart_id: cartId } });
  const id = links.map(({ order_id }: Any) => order_id);
  if (id.length === 0) return [];
  const orders = await graph(container, { entity: "order", fields: orderFields, filters: { id } });
  return orders.map((order: Any) => {
    const payments = order.payment_collections.flatMap((each: Any) => each.payments);
    return {
      id: order.id,
      display_id: order.display_id,
      status: order.status,
      total: Number(order.total),
      paid: Number(order.summary?.paid_total),
      transactions: order.transactions.map(({ amount }: Any) => Number(amount)),
      payments: payments.map(toPaymentRecord).toSorted(compareCanceledLast),
    };
  });
}

const toPaymentRecord = (payment: Any) => ({
  id: payment.id,
  provider: payment.provider_id,
  amount: Number(payment.amount),
  captured: payment.captures.map(({ amount }: Any) => Number(amount)),
  refunded: payment.refunds.map(({ amount }: Any) => Number(amount)),
  canceled: payment.canceled_at !== null,
  data: payment.data,
});

/** Medusa returns the payments of an order in no order of their own. */
const compareCanceledLast = (one: { canceled: boolean }, other: { canceled: boolean }) =>
  Number(other.canceled) - Number(one.canceled);

/** The payment sessions of a cart, with their data as every shopper sees them. */
export async function readSessions({ container }: Shop, cartId: string): Promise<Any[]> {
  const fields = ["payment_collection.payment_sessions.*"];
  const [cart] = await graph(container, { entity: "cart", fields, filters: { id: cartId } });
  return cart?.payment_collection?.payment_sessions ?? [];
}

/** How many orders there are in all. */
export async function countOrders({ container }: Shop): Promise<number> {
  return (await graph(container, { entity: "order", fields: ["id"] })).length;
}

export const expectedCapturedOrder = (total: number) => ({
  status: "pending",
  paid: total,
  total,
  transactions: [total],
  payments: [{ amount: total, captured: [total], refunded: [], canceled: false }],
});
