import { randomUUID } from "node:crypto";
import { type EndedRefund, type PaidCycle, type Plan, planOfCart } from "@pay-index/express";
import type { OrderSummary } from "@pay-index-apps/demo/pages/order-lines";
import { type Cart, sumTotal } from "../cart.ts";
import { catalog, currency } from "../catalog.ts";
import type { CheckoutFormValues } from "../checkout-form.ts";

/** An ordered product with its price and its plan at that time. Later changes of the catalog do not change orders. */
export interface OrderLine {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly quantity: number;
  readonly plan?: Plan;
}

export interface Order {
  /** Random, because everybody who knows the address of an order can see and pay it. */
  readonly id: string;
  readonly createdAt: string;
  readonly lines: readonly OrderLine[];
  readonly total: number;
  readonly currency: string;
  /** The submitted checkout form. Undefined before. */
  readonly checkout: CheckoutFormValues | undefined;
  readonly paid: boolean;
  /** Only for a renewal: the order that started the subscription, and the cycle. */
  readonly renews: { readonly order: string; readonly cycle: number } | undefined;
  /** What the gateway has refunded, in minor units. */
  readonly refunded: number;
}

/** A report of the gateway about a subscription. A real shop would send an e-mail to the buyer. */
export type SubscriptionReport =
  | { readonly kind: "closed" }
  | { readonly kind: "cycle-failed" | "cycle-overdue"; readonly cycle: number };

/** A refund that the gateway made. `cycle` is the later cycle whose charge it gives back. */
export interface OrderRefund extends Pick<EndedRefund, "refundId" | "amount"> {
  readonly cycle: number | undefined;
}

/**
 * The shop's orders, in the database of the payments, so that `onPaid` can mark an order in the payment's own
 * transaction.
 */
export interface Orders<Tx = never> {
  /** Creates the tables. Call it once, before any other function. */
  open(): Promise<void>;
  add(order: NewOrder): Promise<void>;
  /** Reads an order. With `tx`, inside that transaction. */
  find(id: string, tx?: Tx): Promise<Order | undefined>;
  /** Saves the checkout. Does not change a paid order. */
  saveCheckout(id: string, checkout: CheckoutFormValues): Promise<void>;
  markPaid(id: string, tx: Tx): Promise<void>;
  /** Creates a copy of the order for a paid later cycle. Its total is the charged amount. */
  renew(id: string, cycle: PaidCycle, tx: Tx): Promise<void>;
  /** Returns the renewals of an order: their ids, by cycle. */
  renewalsOf(id: string): Promise<ReadonlyMap<number, string>>;
  /** Records a refund of the order, or of the renewal for its cycle. */
  recordRefund(id: string, refund: OrderRefund, tx: Tx): Promise<void>;
  note(id: string, news: SubscriptionReport, tx: Tx): Promise<void>;
  close(): Promise<void>;
}

export type NewOrder = Omit<Order, "checkout" | "paid" | "renews" | "refunded">;

export function toNewOrder(cart: Cart): NewOrder {
  const lines: OrderLine[] = cart.map(({ product: { id, name, price, plan }, quantity }) => ({
    sku: id,
    name,
    price,
    quantity,
    ...(plan === undefined ? {} : { plan }),
  }));
  const createdAt = new Date().toISOString();
  return { id: randomUUID(), createdAt, lines, total: sumTotal(lines), currency };
}

/** Returns the plan of an order. Undefined for goods that are bought once. No order mixes both. */
export function findOrderPlan({ lines }: Pick<Order, "lines">): Plan | undefined {
  const sold = planOfCart(lines.map(({ plan }) => plan));
  return "plan" in sold ? sold.plan : undefined;
}

/** The tables for both databases. A cycle has at most one renewal. */
export const ordersTablesSql = `CREATE TABLE IF NOT EXISTS orders (
  id TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  lines TEXT NOT NULL,
  total INTEGER NOT NULL,
  currency TEXT NOT NULL,
  checkout TEXT,
  paid INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS renewals (
  id TEXT PRIMARY KEY,
  renews TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  transaction_id TEXT,
  UNIQUE (renews, cycle)
);
CREATE TABLE IF NOT EXISTS subscription_news (
  order_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  cycle INTEGER
);
CREATE TABLE IF NOT EXISTS refunds (
  order_id TEXT NOT NULL,
  refund_id TEXT,
  amount INTEGER NOT NULL
)`;

/** The query for one order, as `orderFromRow` reads it. The id is added at the end. */
export const selectOrderSql = `SELECT orders.*, renews, cycle,
  (SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE order_id = orders.id) AS refunded
  FROM orders LEFT JOIN renewals ON renewals.id = orders.id WHERE orders.id =`;

/** Converts a row of the orders, with its report from the second table. */
export function orderFromRow(row: Record<string, unknown>): Order {
  return {
    id: String(row.id),
    createdAt: String(row.created_at),
    lines: JSON.parse(String(row.lines)) as OrderLine[],
    total: Number(row.total),
    currency: String(row.currency),
    checkout: row.checkout === null ? undefined : (JSON.parse(String(row.checkout)) as CheckoutFormValues),
    paid: row.paid === 1,
    renews: row.renews === null ? undefined : { order: String(row.renews), cycle: Number(row.cycle) },
    refunded: Number(row.refunded),
  };
}

export function toOrderSummary({ lines, total, currency }: Order): OrderSummary {
  const texts = lines.map(({ name, price, quantity }) => ({
    text: `${quantity} × ${name}`,
    minor: price * quantity,
  }));
  return { lines: texts, total, currency };
}

/** Returns the order as a cart, for a buyer who wants to change it. Leaves out goods that are no longer sold. */
export function toCart({ lines }: Order): Cart {
  return catalog.flatMap((product) => {
    const line = lines.find(({ sku }) => sku === product.id);
    return line === undefined ? [] : [{ product, quantity: line.quantity }];
  });
}
