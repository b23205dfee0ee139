import { randomUUID } from "node:crypto";
import { catalog, currency } from "@pay-index-apps/demo/catalog";
import type { Bill } from "@pay-index-apps/demo/look/order-lines";
import { type Cart, totalOf } from "../cart.ts";
import type { Checkout } from "../checkout.ts";

/** What was ordered, with the price of that moment: a later change of the catalog changes no order. */
export interface OrderLine {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly quantity: number;
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
}

/** The shop's orders, in the database of the payments: `onPaid` can then mark one in the payment's own transaction. */
export interface Orders<Tx = never> {
  /** Makes its table. Called once, before anything else. */
  open(): Promise<void>;
  add(order: NewOrder): Promise<void>;
  find(id: string): Promise<Order | undefined>;
  /** A paid order stays as it was paid. */
  saveCheckout(id: string, checkout: Checkout): Promise<void>;
  markPaid(id: string, tx: Tx): Promise<void>;
  close(): Promise<void>;
}

export type NewOrder = Omit<Order, "checkout" | "paid">;

export function newOrder(cart: Cart): NewOrder {
  const lines: OrderLine[] = cart.map(({ product: { id, name, price }, quantity }) => ({
    sku: id,
    name,
    price,
    quantity,
  }));
  const createdAt = new Date().toISOString();
  return { id: randomUUID(), createdAt, lines, total: totalOf(lines), currency };
}

/** The table, for both databases. */
export const createOrders = `CREATE TABLE IF NOT EXISTS orders (
  id TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  lines TEXT NOT NULL,
  total INTEGER NOT NULL,
  currency TEXT NOT NULL,
  checkout TEXT,
  paid INTEGER NOT NULL DEFAULT 0
)`;

/** A row of that table. */
export function orderOf(row: Record<string, unknown>): Order {
  return {
    id: String(row.id),
    createdAt: String(row.created_at),
    lines: JSON.parse(String(row.lines)) as OrderLine[],
    total: Number(row.total),
    currency: String(row.currency),
    checkout: row.checkout === null ? undefined : (JSON.parse(String(row.checkout)) as Checkout),
    paid: row.paid === 1,
  };
}

export function billOf({ lines, total, currency }: Order): Bill {
  const texts = lines.map(({ name, price, quantity }) => ({
    text: `${quantity} × ${name}`,
    minor: price * quantity,
  }));
  return { lines: texts, total, currency };
}

/** The order as a cart, for a buyer who wants to change it. What is no longer sold stays behind. */
export function cartOf({ lines }: Order): Cart {
  return catalog.flatMap((product) => {
    const line = lines.find(({ sku }) => sku === product.id);
    return line === undefined ? [] : [{ product, quantity: line.quantity }];
  });
}
