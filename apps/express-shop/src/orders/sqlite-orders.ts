import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { PaidCycle } from "@pay-index/express";
import type { CheckoutFormValues } from "../checkout-form.ts";
import {
  type NewOrder,
  type Order,
  type OrderRefund,
  type Orders,
  orderFromRow,
  ordersTablesSql,
  type SubscriptionReport,
  selectOrderSql,
} from "./orders.ts";

export class SqliteOrders implements Orders<DatabaseSync> {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    // The shop's own connection. It waits while the payments' connection writes.
    this.#database = new DatabaseSync(file, { timeout: 5000 });
  }

  async open(): Promise<void> {
    this.#database.exec(ordersTablesSql);
  }

  async add({ id, createdAt, lines, total, currency }: NewOrder): Promise<void> {
    this.#database
      .prepare("INSERT INTO orders (id, created_at, lines, total, currency) VALUES (?, ?, ?, ?, ?)")
      .run(id, createdAt, JSON.stringify(lines), total, currency);
  }

  async find(id: string, tx: DatabaseSync = this.#database): Promise<Order | undefined> {
    const row = tx.prepare(`${selectOrderSql} ?`).get(id);
    return row && orderFromRow(row);
  }

  async saveCheckout(id: string, checkout: CheckoutFormValues): Promise<void> {
    this.#database
      .prepare("UPDATE orders SET checkout = ? WHERE id = ? AND paid = 0")
      .run(JSON.stringify(checkout), id);
  }

  // Must be fast: no other code can write to the file meanwhile.
  async markPaid(id: string, tx: DatabaseSync): Promise<void> {
    tx.prepare("UPDATE orders SET paid = 1 WHERE id = ?").run(id);
  }

  async renew(id: string, { number, amount, transactionId }: PaidCycle, tx: DatabaseSync): Promise<void> {
    const renewal = randomUUID();
    tx.prepare("INSERT INTO renewals (id, renews, cycle, transaction_id) VALUES (?, ?, ?, ?)").run(
      renewal,
      id,
      number,
      transactionId ?? null,
    );
    tx.prepare(
      `INSERT INTO orders (id, created_at, lines, total, currency, checkout, paid)
       SELECT ?, ?, lines, ?, ?, checkout, 1 FROM orders WHERE id = ?`,
    ).run(renewal, new Date().toISOString(), amount.minor, amount.currency, id);
  }

  async renewalsOf(id: string): Promise<ReadonlyMap<number, string>> {
    const rows = this.#database.prepare("SELECT cycle, id FROM renewals WHERE renews = ?").all(id);
    return new Map(rows.map(({ cycle, id: renewal }) => [Number(cycle), String(renewal)]));
  }

  async recordRefund(id: string, { cycle, refundId, amount }: OrderRefund, tx: DatabaseSync): Promise<void> {
    tx.prepare(
      `INSERT INTO refunds (order_id, refund_id, amount)
       VALUES (COALESCE((SELECT id FROM renewals WHERE renews = ? AND cycle = ?), ?), ?, ?)`,
    ).run(id, cycle ?? null, id, refundId ?? null, amount.minor);
  }

  async note(id: string, news: SubscriptionReport, tx: DatabaseSync): Promise<void> {
    const cycle = "cycle" in news ? news.cycle : null;
    tx.prepare("INSERT INTO subscription_news (order_id, kind, cycle) VALUES (?, ?, ?)").run(
      id,
      news.kind,
      cycle,
    );
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
