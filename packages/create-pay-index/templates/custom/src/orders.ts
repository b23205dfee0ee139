// The shop's own table of orders. Amounts are whole cents.
import { DatabaseSync } from "node:sqlite";
import { settings } from "./settings.ts";

export interface Order {
  readonly id: string;
  readonly item: string;
  readonly total: number;
  readonly paid: boolean;
}

// Only the user of the server may read the files of the database.
process.umask(0o077);
export const database = new DatabaseSync(settings.databaseFile, { timeout: 5000 });

database.exec(`CREATE TABLE IF NOT EXISTS orders (
  id TEXT PRIMARY KEY, item TEXT NOT NULL, total INTEGER NOT NULL, paid INTEGER NOT NULL DEFAULT 0)`);

export function addOrder({ id, item, total }: Omit<Order, "paid">): void {
  database.prepare("INSERT INTO orders (id, item, total) VALUES (?, ?, ?)").run(id, item, total);
}

/** Pass `tx` to read in the database transaction of a payment. */
export function findOrder(id: string, tx: DatabaseSync = database): Order | undefined {
  const row = tx.prepare("SELECT id, item, total, paid FROM orders WHERE id = ?").get(id);
  if (row === undefined) return undefined;
  return { id: String(row.id), item: String(row.item), total: Number(row.total), paid: row.paid === 1 };
}

export function markPaid(id: string, tx: DatabaseSync): void {
  tx.prepare("UPDATE orders SET paid = 1 WHERE id = ?").run(id);
}
