import { findMerchant } from "../merchants.ts";
import type { Order } from "./order.ts";
import type { SqliteRow } from "./sqlite-data-file.ts";

/** Serializes the fields of an order that have no column of their own. */
export function serializeOrder(order: Omit<Order, "id"> & { id?: number }): string {
  const { id: _id, merchant: _merchant, ...record } = order;
  return JSON.stringify(record);
}

export function deserializeOrder(row: SqliteRow): Order {
  const merchant = findMerchant(String(row.merchant));
  if (!merchant) throw new Error(`the data file has an order of merchant ${row.merchant}, whom nobody knows`);
  const record = JSON.parse(String(row.record)) as Omit<Order, "id" | "merchant">;
  const notify = { ...record.notify, url: new URL(record.notify.url) };
  return { ...record, id: Number(row.id), merchant, notify };
}

export function revertOrder(order: Order, before: Order): void {
  for (const name of Object.keys(order)) {
    if (!Object.hasOwn(before, name)) delete (order as unknown as Record<string, unknown>)[name];
  }
  Object.assign(order, before);
}
