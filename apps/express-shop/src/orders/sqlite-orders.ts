import { DatabaseSync } from "node:sqlite";
import type { Checkout } from "../checkout.ts";
import { createOrders, type NewOrder, type Order, type Orders, orderOf } from "./orders.ts";

export class SqliteOrders implements Orders<DatabaseSync> {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    // A connection of its own. It waits while the payments' connection writes.
    this.#database = new DatabaseSync(file, { timeout: 5000 });
  }

  async open(): Promise<void> {
    this.#database.exec(createOrders);
  }

  async add({ id, createdAt, lines, total, currency }: NewOrder): Promise<void> {
    this.#database
      .prepare("INSERT INTO orders (id, created_at, lines, total, currency) VALUES (?, ?, ?, ?, ?)")
      .run(id, createdAt, JSON.stringify(lines), total, currency);
  }

  async find(id: string): Promise<Order | undefined> {
    const row = this.#database.prepare("SELECT * FROM orders WHERE id = ?").get(id);
    return row && orderOf(row);
  }

  async saveCheckout(id: string, checkout: Checkout): Promise<void> {
    this.#database
      .prepare("UPDATE orders SET checkout = ? WHERE id = ? AND paid = 0")
      .run(JSON.stringify(checkout), id);
  }

  // Nothing in it may wait for something slow: nobody else writes to the file meanwhile.
  async markPaid(id: string, tx: DatabaseSync): Promise<void> {
    tx.prepare("UPDATE orders SET paid = 1 WHERE id = ?").run(id);
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
