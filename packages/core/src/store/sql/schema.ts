import { PayIndexError } from "../../errors.ts";
import type { SqlRow } from "./driver.ts";

/** Changes of the tables that belong together. */
export interface Migration {
  /** 1, 2, 3 … without a gap. */
  readonly version: number;
  readonly statements: readonly string[];
}

/**
 * Creates the table of schema versions. `oldest_reader` is the lowest schema version whose code works on the tables. Additive migrations
 * do not change it, so that old and new code can run together in a rolling deployment.
 */
export const createSchemaTable = `CREATE TABLE IF NOT EXISTS pay_index_schema (
  version INTEGER NOT NULL PRIMARY KEY,
  oldest_reader INTEGER NOT NULL
)`;

/** Reads the schema version: at most one row, none in a new database. */
export const readSchema = "SELECT version, oldest_reader FROM pay_index_schema ORDER BY version DESC LIMIT 1";

/** All migrations in their order. A released migration never changes. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: [
      `CREATE TABLE pay_index_book (
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (tenant, reference)
)`,
      // A payment is cycle 0 of its order number; the later cycles of a subscription stand beside it.
      `CREATE TABLE pay_index_payment (
  order_number TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  state TEXT NOT NULL,
  started_at TEXT NOT NULL,
  answers TEXT NOT NULL,
  unanswered INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (order_number, cycle)
)`,
      // Each index is usable by the statements that name its condition, and by no others: without statistics Postgres takes any that fits.
      "CREATE INDEX pay_index_payment_of_book ON pay_index_payment (tenant, reference, attempt) WHERE cycle = 0",
      "CREATE INDEX pay_index_payment_cycle ON pay_index_payment (tenant, reference, cycle) WHERE cycle > 0",
      "CREATE INDEX pay_index_payment_state ON pay_index_payment (tenant, reference, state, attempt) WHERE attempt > 0",
      "CREATE INDEX pay_index_payment_answers ON pay_index_payment (tenant, reference, answers, started_at) WHERE answers <> 'none'",
      "CREATE INDEX pay_index_payment_unanswered ON pay_index_payment (tenant, reference, unanswered, attempt) WHERE unanswered > 0",
      `CREATE TABLE pay_index_notification (
  id TEXT NOT NULL PRIMARY KEY,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  order_number TEXT NOT NULL,
  received_at TEXT NOT NULL,
  settled INTEGER NOT NULL,
  record TEXT NOT NULL
)`,
      "CREATE INDEX pay_index_notification_age ON pay_index_notification (settled, received_at)",
      "CREATE INDEX pay_index_notification_open ON pay_index_notification (tenant, reference) WHERE settled = 0",
      `CREATE TABLE pay_index_work (
  id TEXT NOT NULL PRIMARY KEY,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  order_number TEXT NOT NULL,
  status TEXT NOT NULL,
  due_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  lease_token TEXT,
  lease_until TEXT,
  result TEXT,
  record TEXT NOT NULL
)`,
      "CREATE INDEX pay_index_work_due ON pay_index_work (due_at) WHERE status = 'due'",
      "CREATE INDEX pay_index_work_of_attempt ON pay_index_work (order_number, tenant, reference)",
      "CREATE INDEX pay_index_work_parked ON pay_index_work (tenant, reference) WHERE status = 'parked'",
      // What of a subscription a transaction has paid: one cycle, of which 1 is the sale.
      `CREATE TABLE pay_index_transaction (
  order_number TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  PRIMARY KEY (order_number, transaction_id)
)`,
      // The installation's secrets: the one with the highest version makes tokens.
      `CREATE TABLE pay_index_secret (
  version INTEGER NOT NULL PRIMARY KEY,
  added_at TEXT NOT NULL,
  secret TEXT NOT NULL
)`,
      // How much of a notification each merchant's gateway was found to sign.
      `CREATE TABLE pay_index_merchant (
  tenant TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  sign_strength INTEGER NOT NULL,
  PRIMARY KEY (tenant, merchant_id)
)`,
      "INSERT INTO pay_index_schema (version, oldest_reader) VALUES (1, 1)",
    ],
  },
];

/**
 * Returns the migrations to run, in this order, for the row of `readSchema`. The driver reads the row and runs the migrations in one
 * transaction that locks out other processes.
 *
 * @throws PayIndexError `record_unreadable` if the tables are from a later version that this one cannot read
 */
export function pendingMigrations(schema: SqlRow | undefined): readonly Migration[] {
  const newest = migrations.length;
  const version = schema === undefined ? 0 : Number(schema.version);
  const oldestReader = schema === undefined ? 0 : Number(schema.oldest_reader);
  if (!Number.isSafeInteger(version) || !(oldestReader <= newest)) {
    throw new PayIndexError(
      "record_unreadable",
      `The database has pay-index tables of version ${schema?.version}; this release knows version ${newest}. ` +
        "Install a newer release: tables are never taken back.",
    );
  }
  return migrations.slice(version);
}
