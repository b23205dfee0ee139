import { DatabaseSync } from "node:sqlite";
import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import type { DemoAttempt, SubscriptionInShopDatabase } from "@pay-index-apps/demo/run/demo-shop-driver";
import { Client } from "pg";

/** Reads the latest attempt of an order from the shop's page for staff. */
export async function fetchLatestAttemptFromPage(orderPage: URL): Promise<DemoAttempt> {
  const { root } = await new FormBrowser().open(orderPage);
  const attempt = root.querySelector("[data-attempt-id]");
  return {
    orderPage,
    attemptId: attempt?.getAttribute("data-attempt-id") ?? "",
    state: root.querySelector("[data-state]")?.getAttribute("data-state") ?? "",
    answer: attempt?.querySelector("[data-source=response] span")?.textContent ?? "",
  };
}

type OrderStateInDatabase = "paid" | "open" | "missing";

/** Reads the order directly from the shop's database, without write access. */
export async function readOrderState(database: string, orderId: string): Promise<OrderStateInDatabase> {
  const [[row]] = await readRows(database, orderId, ["SELECT paid FROM orders WHERE id = "]);
  if (row === undefined) return "missing";
  return row.paid === 1 ? "paid" : "open";
}

/** Reads in the same way how much of the order was refunded, in minor units. */
export async function readRefundedAmount(database: string, orderId: string): Promise<number> {
  const [rows] = await readRows(database, orderId, ["SELECT amount FROM refunds WHERE order_id = "]);
  return rows.reduce((sum, { amount }) => sum + Number(amount), 0);
}

/** Reads the renewals and reports of an order in the same way. */
export async function readSubscription(
  database: string,
  orderId: string,
): Promise<SubscriptionInShopDatabase> {
  const [renewals, news] = await readRows(database, orderId, [
    `SELECT cycle, transaction_id, total FROM renewals JOIN orders ON orders.id = renewals.id AND paid = 1
     WHERE renews = `,
    "SELECT kind, cycle FROM subscription_news WHERE order_id = ",
  ]);
  return {
    renewals: renewals.map(({ cycle, transaction_id, total }) => ({
      cycle: Number(cycle),
      transactionId: transaction_id === null ? undefined : String(transaction_id),
      minor: Number(total),
    })),
    overdue: news.flatMap(({ kind, cycle }) => (kind === "cycle-overdue" ? [Number(cycle)] : [])),
    closed: news.filter(({ kind }) => kind === "closed").length,
  };
}

type DatabaseRows = readonly Record<string, unknown>[];
type RowsOfQueries<Queries> = { -readonly [Place in keyof Queries]: DatabaseRows };

/** The order's id is added at the end of each query. */
function readRows<const Queries extends readonly string[]>(
  database: string,
  orderId: string,
  queries: Queries,
): Promise<RowsOfQueries<Queries>> {
  return database.startsWith("postgres:")
    ? readPostgresRows(database, orderId, queries)
    : readSqliteRows(database, orderId, queries);
}

async function readSqliteRows<const Queries extends readonly string[]>(
  file: string,
  orderId: string,
  queries: Queries,
): Promise<RowsOfQueries<Queries>> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return queries.map((query) => database.prepare(`${query}?`).all(orderId)) as RowsOfQueries<Queries>;
  } finally {
    database.close();
  }
}

async function readPostgresRows<const Queries extends readonly string[]>(
  url: string,
  orderId: string,
  queries: Queries,
): Promise<RowsOfQueries<Queries>> {
  const client = new Client({ connectionString: url, options: "-c default_transaction_read_only=on" });
  await client.connect();
  try {
    const rows: DatabaseRows[] = [];
    for (const query of queries) rows.push((await client.query(`${query}$1`, [orderId])).rows);
    return rows as RowsOfQueries<Queries>;
  } finally {
    await client.end();
  }
}
