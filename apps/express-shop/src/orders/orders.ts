import { randomUUID } from "node:crypto";
import { type PaidCycle, type Plan, planOfCart } from "@pay-index/express";
import type { OrderTotals } from "@pay-index-apps/demo/pages/order-lines";
import { type Cart, sumTotal } from "../cart.ts";
import { catalog, currency } from "../catalog.ts";
import type { Checkout } from "../checkout-form.ts";

/** What was ordered, with the price and the plan of that moment: a later change of the catalog changes no order. */
export interface OrderLine {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly quantity: number;
  readonly plan?: Plan;
}

export interface Order {
  /** Random, because whoever knows the address of an order may see it and pay it. */
  readonly id: string;
  readonly createdAt: string;
  readonly lines: readonly OrderLine[];
  readonly total: number;
  readonly currency: string;
  /** Who buys and how they want to pay; nothing before the checkout form was sent. */
  readonly checkout: Checkout | undefined;
  readonly paid: boolean;
  /** Of a renewal: the order that began its subscription, and the cycle that it is for. */
  readonly renews: { readonly order: string; readonly cycle: number } | undefined;
}

/** What the gateway reported of a subscription that is no payment: for a mail to the buyer, in a real shop. */
export type SubscriptionReport =
  | { readonly kind: "closed" }
  | { readonly kind: "cycle-overdue"; readonly cycle: number };

/** The shop's orders, in the database of the payments: `onPaid` can then mark one in the payment's own transaction. */
export interface Orders<Tx = never> {
  /** Makes its table. Called once, before anything else. */
  open(): Promise<void>;
  add(order: NewOrder): Promise<void>;
  /** With `tx`, as that transaction sees it. */
  find(id: string, tx?: Tx): Promise<Order | undefined>;
  /** A paid order stays as it was paid. */
  saveCheckout(id: string, checkout: Checkout): Promise<void>;
  markPaid(id: string, tx: Tx): Promise<void>;
  /** The same order once more, paid by a later cycle: what was charged is its total. */
  renew(id: string, cycle: PaidCycle, tx: Tx): Promise<void>;
  /** The renewals of an order: their own numbers, by cycle. */
  renewalsOf(id: string): Promise<ReadonlyMap<number, string>>;
  note(id: string, news: SubscriptionReport, tx: Tx): Promise<void>;
  close(): Promise<void>;
}

export type NewOrder = Omit<Order, "checkout" | "paid" | "renews">;

export function newOrder(cart: Cart): NewOrder {
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

/** What an order is charged again for; undefined for one that is bought once. No order is made of a cart that mixes them. */
export function findOrderPlan({ lines }: Pick<Order, "lines">): Plan | undefined {
  const sold = planOfCart(lines.map(({ plan }) => plan));
  return "plan" in sold ? sold.plan : undefined;
}

/** The tables, for both databases. A cycle has one renewal, or none. */
export const createOrdersTables = `CREATE TABLE IF NOT EXISTS orders (
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
)`;

/** One order, as `orderOf` reads it; its id follows. */
export const selectOrder =
  "SELECT orders.*, renews, cycle FROM orders LEFT JOIN renewals ON renewals.id = orders.id WHERE orders.id =";
/** A row of the first table, with what the second says of it. */
export function toOrder(row: Record<string, unknown>): Order {
  return {
    id: String(row.id),
    createdAt: String(row.created_at),
    lines: JSON.parse(String(row.lines)) as OrderLine[],
    total: Number(row.total),
    currency: String(row.currency),
    checkout: row.checkout === null ? undefined : (JSON.parse(String(row.checkout)) as Checkout),
    paid: row.paid === 1,
    renews: row.renews === null ? undefined : { order: String(row.renews), cycle: Number(row.cycle) },
  };
}

export function toOrderTotals({ lines, total, currency }: Order): OrderTotals {
  const texts = lines.map(({ name, price, quantity }) => ({
    text: `${quantity} × ${name}`,
    minor: price * quantity,
  }));
  return { lines: texts, total, currency };
}

/** The order as a cart, for a buyer who wants to change it. What is no longer sold stays behind. */
export function toCart({ lines }: Order): Cart {
  return catalog.flatMap((product) => {
    const line = lines.find(({ sku }) => sku === product.id);
    return line === undefined ? [] : [{ product, quantity: line.quantity }];
  });
}
