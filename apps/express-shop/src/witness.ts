import { DatabaseSync } from "node:sqlite";
import { Browser } from "@pay-index-apps/demo/buyer/browser";
import type { Attempt } from "@pay-index-apps/demo/run/demo-shop";
import { Client } from "pg";

/** The latest attempt to pay an order, as the shop's page tells it to staff. */
export async function readOrderPage(orderPage: URL): Promise<Attempt> {
  const { root } = await new Browser().open(orderPage);
  const attempt = root.querySelector("[data-order-number]");
  return {
    orderPage,
    orderNumber: attempt?.getAttribute("data-order-number") ?? "",
    state: root.querySelector("[data-state]")?.getAttribute("data-state") ?? "",
    answer: attempt?.querySelector("[data-source=response] span")?.textContent ?? "",
  };
}

type InShop = "paid" | "open" | "missing";

/** Looks into the shop's database itself, past the shop, and cannot write to it. */
export async function readShopDatabase(database: string, orderId: string): Promise<InShop> {
  const row = database.startsWith("postgres:")
    ? await readPostgres(database, orderId)
    : readFile(database, orderId);
  if (row === undefined) return "missing";
  return row.paid === 1 ? "paid" : "open";
}

function readFile(file: string, orderId: string): Record<string, unknown> | undefined {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return database.prepare("SELECT paid FROM orders WHERE id = ?").get(orderId);
  } finally {
    database.close();
  }
}

async function readPostgres(url: string, orderId: string): Promise<Record<string, unknown> | undefined> {
  const client = new Client({ connectionString: url, options: "-c default_transaction_read_only=on" });
  await client.connect();
  try {
    return (await client.query("SELECT paid FROM orders WHERE id = $1", [orderId])).rows[0];
  } finally {
    await client.end();
  }
}
