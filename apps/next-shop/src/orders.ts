import { DatabaseSync } from "node:sqlite";
import type { Money } from "@pay-index/next";
import { settings } from "./settings.ts";

/** What the shop sells: one mug. Minor units of USD. */
export const mug = { name: "Enamel mug", price: 1990 };

export interface Order {
  readonly id: string;
  /** Minor units of USD. */
  readonly total: number;
  readonly paid: 0 | 1;
}

let opened: DatabaseSync | undefined;

/** Opened with the first order: a build also loads this module. */
function database(): DatabaseSync {
  if (opened !== undefined) return opened;
  opened = new DatabaseSync(settings.databaseFile, { timeout: 5000 });
  opened.exec(
    "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, total INTEGER, paid INTEGER DEFAULT 0)",
  );
  return opened;
}

/** The same id again is the same order: a second click orders nothing more. */
export function saveOrder(id: string): void {
  database()
    .prepare("INSERT INTO orders (id, total) VALUES (?, ?) ON CONFLICT DO NOTHING")
    .run(id, mug.price);
}

/** @param tx the transaction of the payment, if the order is read in one */
export function findOrder(id: string, tx = database()): Order | undefined {
  return tx.prepare("SELECT id, total, paid FROM orders WHERE id = ?").get(id) as Order | undefined;
}

export function markPaid(id: string, tx: DatabaseSync): void {
  tx.prepare("UPDATE orders SET paid = 1 WHERE id = ?").run(id);
}

export function formatMoney({ minor, currency }: Money): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(minor / 100);
}
