import { randomUUID } from "node:crypto";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { catalog, currency } from "@pay-index-apps/demo/catalog";
import type { Bill } from "@pay-index-apps/demo/look/order-lines";
import { type Cart, totalOf } from "./cart.ts";
import type { Checkout } from "./checkout.ts";

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

/** The shop's orders, in the same file as the payments: `onPaid` can then mark one in the payment's own transaction. */
export class Orders {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    // A connection of its own. It waits while the payments' connection writes.
    this.#database = new DatabaseSync(file, { timeout: 5000 });
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS orders (
        id TEXT PRIMARY KEY,
        created_at TEXT NOT NULL,
        lines TEXT NOT NULL,
        total INTEGER NOT NULL,
        currency TEXT NOT NULL,
        checkout TEXT,
        paid INTEGER NOT NULL DEFAULT 0
      ) STRICT`);
  }

  create(cart: Cart): string {
    const lines: OrderLine[] = cart.map(({ product: { id, name, price }, quantity }) => ({
      sku: id,
      name,
      price,
      quantity,
    }));
    const id = randomUUID();
    this.#database
      .prepare("INSERT INTO orders (id, created_at, lines, total, currency) VALUES (?, ?, ?, ?, ?)")
      .run(id, new Date().toISOString(), JSON.stringify(lines), totalOf(lines), currency);
    return id;
  }

  find(id: string): Order | undefined {
    const row = this.#database.prepare("SELECT * FROM orders WHERE id = ?").get(id);
    return row && orderOf(row);
  }

  /** A paid order stays as it was paid. */
  saveCheckout(id: string, checkout: Checkout): void {
    this.#database
      .prepare("UPDATE orders SET checkout = ? WHERE id = ? AND paid = 0")
      .run(JSON.stringify(checkout), id);
  }

  close(): void {
    this.#database.close();
  }
}

function orderOf(row: Record<string, SQLOutputValue>): Order {
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
