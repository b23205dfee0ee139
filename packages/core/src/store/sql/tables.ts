import type { SqlConnection } from "./driver.ts";

type ColumnType = "text" | "integer" | "text or null" | "integer or null";

/** A table of the payment store. Hosts that create the tables with their own tools make them from this description. */
export interface StoreTable {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly indexes?: readonly StoreIndex[];
}

/** Statements that name the condition of an index can use it, and no others: without statistics Postgres takes any that fits. */
export interface StoreIndex {
  readonly name: string;
  readonly on: readonly string[];
  readonly where?: string;
}

/** The columns that a job and a review item share. */
const causeColumns = {
  id: "text",
  kind: "text",
  tenant: "text",
  reference: "text",
  attempt_id: "text",
  cycle: "integer or null",
  dedupe_key: "text",
  status: "text",
  created_at: "text",
} as const;

const tables = {
  pay_index_payment: {
    columns: { tenant: "text", reference: "text", version: "integer" },
    key: ["tenant", "reference"],
  },
  pay_index_attempt: {
    columns: {
      attempt_id: "text",
      tenant: "text",
      reference: "text",
      number: "integer",
      merchant_tenant: "text",
      state: "text",
      started_at: "text",
      answers_any_start: "integer",
      open_fingerprint: "text or null",
      no_result_group: "integer or null",
      record: "text",
      // What the attempt counts, and what of it the daily counts contain.
      counts: "text",
      counted: "text",
      // When the attempt started, while they differ: MariaDB has no index of a comparison.
      uncounted_since: "text or null",
      last_refund_at: "text or null",
      bad_sign_at: "text or null",
    },
    key: ["attempt_id"],
    indexes: [
      { name: "number", on: ["reference", "tenant", "number"], where: "number > 0" },
      { name: "state", on: ["tenant", "reference", "state", "number"], where: "state <> ''" },
      { name: "any_start", on: ["tenant", "reference", "started_at"], where: "answers_any_start = 1" },
      {
        name: "fingerprint",
        on: ["tenant", "reference", "open_fingerprint", "started_at"],
        where: "open_fingerprint IS NOT NULL",
      },
      {
        name: "no_result",
        on: ["tenant", "reference", "no_result_group", "number"],
        where: "no_result_group IS NOT NULL",
      },
      // The lists for staff: of all merchants, and of those of one tenant.
      { name: "newest", on: ["state", "started_at", "attempt_id"], where: "attempt_id > ''" },
      {
        name: "newest_of_tenant",
        on: ["merchant_tenant", "state", "started_at", "attempt_id"],
        where: "started_at > ''",
      },
      { name: "uncounted", on: ["uncounted_since"], where: "uncounted_since IS NOT NULL" },
      { name: "refund", on: ["last_refund_at", "attempt_id"], where: "last_refund_at IS NOT NULL" },
      { name: "bad_sign", on: ["bad_sign_at"], where: "bad_sign_at IS NOT NULL" },
    ],
  },
  // The later cycles of a subscription. They belong to the attempt that started it.
  pay_index_cycle: {
    columns: {
      attempt_id: "text",
      number: "integer",
      tenant: "text",
      reference: "text",
      record: "text",
      last_refund_at: "text or null",
      paid_at: "text or null",
    },
    key: ["attempt_id", "number"],
    indexes: [
      { name: "payment", on: ["tenant", "reference", "number"] },
      { name: "refund", on: ["last_refund_at", "attempt_id", "number"], where: "last_refund_at IS NOT NULL" },
      { name: "paid", on: ["paid_at", "attempt_id", "number"], where: "paid_at IS NOT NULL" },
    ],
  },
  // What each transaction of a subscription was used for: a cycle, of which 1 is the sale, or a refund (refunded = 1).
  pay_index_transaction: {
    columns: { attempt_id: "text", transaction_id: "text", cycle: "integer or null", refunded: "integer" },
    key: ["attempt_id", "transaction_id"],
  },
  // The attempts that each transaction of a notification was reported for, for the search of staff.
  pay_index_reported_transaction: {
    columns: { transaction_id: "text", attempt_id: "text" },
    key: ["transaction_id", "attempt_id"],
    // Without it, forgetting a payment reads the whole table.
    indexes: [{ name: "attempt", on: ["attempt_id"] }],
  },
  pay_index_notification: {
    columns: {
      id: "text",
      tenant: "text",
      reference: "text",
      attempt_id: "text",
      received_at: "text",
      processed: "integer",
      record: "text",
    },
    key: ["id"],
    indexes: [
      { name: "age", on: ["processed", "received_at"] },
      { name: "pending", on: ["tenant", "reference"], where: "processed = 0" },
      { name: "attempt", on: ["attempt_id"] },
    ],
  },
  pay_index_job: {
    columns: {
      ...causeColumns,
      due_at: "text",
      tries: "integer",
      problem: "text or null",
      outcome: "text or null",
      review_item_id: "text or null",
      lease_token: "text or null",
      lease_until: "text or null",
    },
    key: ["id"],
    indexes: [
      { name: "due", on: ["due_at", "id"], where: "status = 'due'" },
      { name: "cycles", on: ["attempt_id"], where: "kind = 'check-cycle' AND status <> 'completed'" },
      { name: "attempt", on: ["attempt_id", "tenant", "reference"] },
    ],
  },
  pay_index_review_item: {
    columns: {
      ...causeColumns,
      job_id: "text or null",
      resolution: "text or null",
      record: "text",
      // The alert that comes next, and since when the item waits for it.
      alert: "text or null",
      alert_since: "text",
    },
    key: ["id"],
    indexes: [
      { name: "attempt", on: ["attempt_id", "tenant", "reference"] },
      { name: "open", on: ["tenant", "reference"], where: "status = 'open'" },
      { name: "age", on: ["created_at", "tenant"], where: "status = 'open' AND created_at > ''" },
      { name: "created", on: ["created_at", "id"], where: "id > ''" },
      { name: "alert", on: ["alert", "alert_since", "id"], where: "alert IS NOT NULL" },
    ],
  },
  // The payment links that staff made for a payment.
  pay_index_link: {
    columns: { link_id: "text", tenant: "text", reference: "text", record: "text" },
    key: ["link_id"],
    indexes: [{ name: "payment", on: ["tenant", "reference"] }],
  },
  // The installation's secrets: the one with the highest version makes tokens.
  pay_index_secret: { columns: { version: "integer", added_at: "text", secret: "text" }, key: ["version"] },
  // How much of a notification each merchant's gateway was found to sign.
  pay_index_merchant: {
    columns: { tenant: "text", merchant_id: "text", sign_strength: "integer" },
    key: ["tenant", "merchant_id"],
  },
  // How many requests of one kind and sender arrived in the running window. The id is a keyed digest.
  pay_index_request_window: {
    columns: { id: "text", requests: "integer", ends_at: "text" },
    key: ["id"],
    indexes: [{ name: "end", on: ["ends_at"] }],
  },
  // When the installation last swept, and last refused a notification with each code.
  pay_index_activity: { columns: { name: "text", happened_at: "text" }, key: ["name"] },
  // One row: the alerts that are not sent, and the lease of the process that sends them.
  pay_index_alert: {
    columns: { name: "text", lease_token: "text", lease_until: "text", record: "text" },
    key: ["name"],
  },
  // The sums over the attempts that started on a day in UTC: decimal text without a limit. They outlive the attempts.
  pay_index_daily_count: {
    columns: {
      day: "text",
      merchant_tenant: "text",
      variant: "text",
      currency: "text",
      started: "text",
      paid: "text",
      declined: "text",
      notifications: "text",
      paid_minor: "text",
      seconds_to_paid: "text",
      seconds_to_notification: "text",
    },
    key: ["day", "merchant_tenant", "variant", "currency"],
  },
} as const satisfies Record<string, StoreTable>;

/** The name of a table of the payment store. */
export type StoreTableName = keyof typeof tables;

/** All tables of a store: the payment first, then the tables that belong to it, last the tables of the installation. */
export const storeTables: Readonly<Record<StoreTableName, StoreTable>> = tables;

/** The names of `storeTables`, in their order. */
export const storeTableNames = Object.keys(storeTables) as readonly StoreTableName[];

/** The name of an index in the database. */
export function storeIndexName(table: string, { name }: StoreIndex): string {
  return `${table}_${name}`;
}

/**
 * Returns the tables that the database does not have, for shops whose own migrations create them.
 *
 * @throws what the database throws for another reason
 */
export function findMissingTables(read: Pick<SqlConnection, "all">): Promise<string[]> {
  return findMissingTablesByReading(storeTableNames, (table) =>
    read.all(`SELECT 1 FROM ${table} LIMIT 0`, {}),
  );
}

/**
 * Returns those tables that the database does not have, in their order.
 *
 * @param read reads from one table
 * @throws what `read` throws for another reason
 */
export async function findMissingTablesByReading<Table>(
  tables: readonly Table[],
  read: (table: Table) => Promise<unknown>,
): Promise<Table[]> {
  const missing: Table[] = [];
  for (const table of tables) {
    try {
      await read(table);
    } catch (error) {
      if (!isTableMissing(error)) throw error;
      missing.push(table);
    }
  }
  return missing;
}

/** Of Postgres and of MariaDB. */
const missingTableCodes: readonly unknown[] = ["42P01", "ER_NO_SUCH_TABLE"];

/** Returns whether the database reported a table that does not exist, also if a driver has wrapped the error. */
function isTableMissing(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message, cause, driverError } = error as Readonly<Record<string, unknown>>;
  if (missingTableCodes.includes(code) || /no such table/i.test(String(message))) return true;
  return isTableMissing(cause) || isTableMissing(driverError);
}
