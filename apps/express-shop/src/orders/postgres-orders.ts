import type { Pool, PoolClient } from "pg";
import type { Checkout } from "../checkout.ts";
import { createOrders, type NewOrder, type Order, type Orders, orderOf } from "./orders.ts";

export class PostgresOrders implements Orders<PoolClient> {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async open(): Promise<void> {
    // Two shops that start at once would both find no table: the lock lets one of them make it.
    await this.#pool.query(`BEGIN; SELECT pg_advisory_xact_lock(1); ${createOrders}; COMMIT`);
  }

  async add({ id, createdAt, lines, total, currency }: NewOrder): Promise<void> {
    await this.#pool.query(
      "INSERT INTO orders (id, created_at, lines, total, currency) VALUES ($1, $2, $3, $4, $5)",
      [id, createdAt, JSON.stringify(lines), total, currency],
    );
  }

  async find(id: string): Promise<Order | undefined> {
    const { rows } = await this.#pool.query("SELECT * FROM orders WHERE id = $1", [id]);
    return rows[0] && orderOf(rows[0]);
  }

  async saveCheckout(id: string, checkout: Checkout): Promise<void> {
    const text = JSON.stringify(checkout);
    await this.#pool.query("UPDATE orders SET checkout = $2 WHERE id = $1 AND paid = 0", [id, text]);
  }

  async markPaid(id: string, tx: PoolClient): Promise<void> {
    await tx.query("UPDATE orders SET paid = 1 WHERE id = $1", [id]);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
