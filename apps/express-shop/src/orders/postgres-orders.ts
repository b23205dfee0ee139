import { randomUUID } from "node:crypto";
import type { PaidCycle } from "@pay-index/express";
import type { Pool, PoolClient } from "pg";
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

export class PostgresOrders implements Orders<PoolClient> {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async open(): Promise<void> {
    // Two shops that start at the same time would both create the tables. The lock permits one.
    await this.#pool.query(`BEGIN; SELECT pg_advisory_xact_lock(1); ${ordersTablesSql}; COMMIT`);
  }

  async add({ id, createdAt, lines, total, currency }: NewOrder): Promise<void> {
    await this.#pool.query(
      "INSERT INTO orders (id, created_at, lines, total, currency) VALUES ($1, $2, $3, $4, $5)",
      [id, createdAt, JSON.stringify(lines), total, currency],
    );
  }

  async find(id: string, tx: Pool | PoolClient = this.#pool): Promise<Order | undefined> {
    const { rows } = await tx.query(`${selectOrderSql} $1`, [id]);
    return rows[0] && orderFromRow(rows[0]);
  }

  async saveCheckout(id: string, checkout: CheckoutFormValues): Promise<void> {
    const text = JSON.stringify(checkout);
    await this.#pool.query("UPDATE orders SET checkout = $2 WHERE id = $1 AND paid = 0", [id, text]);
  }

  async markPaid(id: string, tx: PoolClient): Promise<void> {
    await tx.query("UPDATE orders SET paid = 1 WHERE id = $1", [id]);
  }

  async renew(id: string, { number, amount, transactionId }: PaidCycle, tx: PoolClient): Promise<void> {
    const renewal = randomUUID();
    await tx.query("INSERT INTO renewals (id, renews, cycle, transaction_id) VALUES ($1, $2, $3, $4)", [
      renewal,
      id,
      number,
      transactionId ?? null,
    ]);
    await tx.query(
      `INSERT INTO orders (id, created_at, lines, total, currency, checkout, paid)
       SELECT $1, $2, lines, $3, $4, checkout, 1 FROM orders WHERE id = $5`,
      [renewal, new Date().toISOString(), amount.minor, amount.currency, id],
    );
  }

  async renewalsOf(id: string): Promise<ReadonlyMap<number, string>> {
    const { rows } = await this.#pool.query("SELECT cycle, id FROM renewals WHERE renews = $1", [id]);
    return new Map(rows.map(({ cycle, id: renewal }) => [Number(cycle), String(renewal)]));
  }

  async recordRefund(id: string, { cycle, refundId, amount }: OrderRefund, tx: PoolClient): Promise<void> {
    await tx.query(
      `INSERT INTO refunds (order_id, refund_id, amount)
       VALUES (COALESCE((SELECT id FROM renewals WHERE renews = $1 AND cycle = $2), $1), $3, $4)`,
      [id, cycle ?? null, refundId ?? null, amount.minor],
    );
  }

  async note(id: string, news: SubscriptionReport, tx: PoolClient): Promise<void> {
    const cycle = "cycle" in news ? news.cycle : null;
    await tx.query("INSERT INTO subscription_news (order_id, kind, cycle) VALUES ($1, $2, $3)", [
      id,
      news.kind,
      cycle,
    ]);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
