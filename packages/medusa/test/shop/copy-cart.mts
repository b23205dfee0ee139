import type { TestDatabase } from "@pay-index/embedded-postgres";
import { runSql } from "./run-sql.mts";

const lines = "SELECT id FROM cart_line_item WHERE cart_id = $1";
const methods = "SELECT id FROM cart_shipping_method WHERE cart_id = $1";
const addresses = "SELECT unnest(ARRAY[shipping_address_id, billing_address_id]) FROM cart WHERE id = $1";

/** The rows of a cart that is ready to be paid, and their columns with ids, which a copy has anew. */
const rows: readonly (readonly [table: string, where: string, ...ids: string[]])[] = [
  ["cart_address", `r.id IN (${addresses})`, "id"],
  ["cart", "r.id = $1", "id", "shipping_address_id", "billing_address_id"],
  ["cart_line_item", "r.cart_id = $1", "id", "cart_id"],
  ["cart_line_item_tax_line", `r.item_id IN (${lines})`, "id", "item_id"],
  ["cart_shipping_method", "r.cart_id = $1", "id", "cart_id"],
  ["cart_shipping_method_tax_line", `r.shipping_method_id IN (${methods})`, "id", "shipping_method_id"],
];

const statements = rows.map(([table, where, ...ids], index) => {
  const columns = ids.map((id) => `'${id}', left(r.${id}, -6) || $2`).join(", ");
  return `copy_${index} AS (INSERT INTO ${table} SELECT copy.* FROM ${table} r,
    jsonb_populate_record(r, jsonb_build_object(${columns})) copy WHERE ${where})`;
});

let copies = 0;

/**
 * Copies a cart in the database, with new ends of its ids. Medusa takes half a second to make one.
 *
 * @returns the id of the copy
 */
export async function copyCart(stage: { readonly database: TestDatabase }, id: string): Promise<string> {
  const end = String(++copies).padStart(6, "0");
  await runSql(stage, `WITH ${statements.join(", ")} SELECT 1`, [id, end]);
  return id.slice(0, -6) + end;
}
