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
export const createSchemaTableSql = `CREATE TABLE IF NOT EXISTS pay_index_schema (
  version INTEGER NOT NULL PRIMARY KEY,
  oldest_reader INTEGER NOT NULL
)`;

/** Reads the schema version: at most one row, none in a new database. */
export const readSchemaVersionSql =
  "SELECT version, oldest_reader FROM pay_index_schema ORDER BY version DESC LIMIT 1";

/** All migrations in their order. A released migration never changes. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: [
      `CREATE TABLE pay_index_payment (
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (tenant, reference)
)`,
      `CREATE TABLE pay_index_attempt (
  attempt_id TEXT NOT NULL PRIMARY KEY,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  number INTEGER NOT NULL,
  merchant_tenant TEXT NOT NULL,
  state TEXT NOT NULL,
  started_at TEXT NOT NULL,
  answers_any_start INTEGER NOT NULL,
  open_fingerprint TEXT,
  no_result_group INTEGER,
  record TEXT NOT NULL
)`,
      // Each index is usable by the statements that name its condition, and by no others: without statistics Postgres takes any that fits.
      "CREATE INDEX pay_index_attempt_number ON pay_index_attempt (reference, tenant, number) WHERE number > 0",
      "CREATE INDEX pay_index_attempt_state ON pay_index_attempt (tenant, reference, state, number) WHERE state <> ''",
      "CREATE INDEX pay_index_attempt_any_start ON pay_index_attempt (tenant, reference, started_at) WHERE answers_any_start = 1",
      "CREATE INDEX pay_index_attempt_fingerprint ON pay_index_attempt (tenant, reference, open_fingerprint, started_at) WHERE open_fingerprint IS NOT NULL",
      "CREATE INDEX pay_index_attempt_no_result ON pay_index_attempt (tenant, reference, no_result_group, number) WHERE no_result_group IS NOT NULL",
      // The lists for staff: of all merchants, and of those of one tenant.
      "CREATE INDEX pay_index_attempt_newest ON pay_index_attempt (state, started_at, attempt_id) WHERE attempt_id > ''",
      "CREATE INDEX pay_index_attempt_newest_of_tenant ON pay_index_attempt (merchant_tenant, state, started_at, attempt_id) WHERE started_at > ''",
      // The later cycles of a subscription. They belong to the attempt that started it.
      `CREATE TABLE pay_index_cycle (
  attempt_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (attempt_id, number)
)`,
      "CREATE INDEX pay_index_cycle_payment ON pay_index_cycle (tenant, reference, number)",
      // What each transaction of a subscription was used for: a cycle, of which 1 is the sale, or a refund (refunded = 1).
      `CREATE TABLE pay_index_transaction (
  attempt_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  cycle INTEGER,
  refunded INTEGER NOT NULL,
  PRIMARY KEY (attempt_id, transaction_id)
)`,
      // The attempts that each transaction of a notification was reported for, for the search of staff.
      `CREATE TABLE pay_index_reported_transaction (
  transaction_id TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  PRIMARY KEY (transaction_id, attempt_id)
)`,
      `CREATE TABLE pay_index_notification (
  id TEXT NOT NULL PRIMARY KEY,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  received_at TEXT NOT NULL,
  processed INTEGER NOT NULL,
  record TEXT NOT NULL
)`,
      "CREATE INDEX pay_index_notification_age ON pay_index_notification (processed, received_at)",
      "CREATE INDEX pay_index_notification_pending ON pay_index_notification (tenant, reference) WHERE processed = 0",
      `CREATE TABLE pay_index_job (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  cycle INTEGER,
  dedupe_key TEXT NOT NULL,
  status TEXT NOT NULL,
  due_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  tries INTEGER NOT NULL,
  problem TEXT,
  outcome TEXT,
  review_item_id TEXT,
  lease_token TEXT,
  lease_until TEXT
)`,
      "CREATE INDEX pay_index_job_due ON pay_index_job (due_at) WHERE status = 'due'",
      "CREATE INDEX pay_index_job_attempt ON pay_index_job (attempt_id, tenant, reference)",
      `CREATE TABLE pay_index_review_item (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  cycle INTEGER,
  dedupe_key TEXT NOT NULL,
  job_id TEXT,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  resolution TEXT,
  record TEXT NOT NULL
)`,
      "CREATE INDEX pay_index_review_item_attempt ON pay_index_review_item (attempt_id, tenant, reference)",
      "CREATE INDEX pay_index_review_item_open ON pay_index_review_item (tenant, reference) WHERE status = 'open'",
      "CREATE INDEX pay_index_review_item_age ON pay_index_review_item (created_at, tenant) WHERE status = 'open' AND created_at > ''",
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
      // How many requests of one kind and sender arrived in the running window. The id is a keyed digest.
      `CREATE TABLE pay_index_request_window (
  id TEXT NOT NULL PRIMARY KEY,
  requests INTEGER NOT NULL,
  ends_at TEXT NOT NULL
)`,
      "CREATE INDEX pay_index_request_window_end ON pay_index_request_window (ends_at)",
      // When the installation last swept, and last refused a notification with each code.
      `CREATE TABLE pay_index_activity (
  name TEXT NOT NULL PRIMARY KEY,
  happened_at TEXT NOT NULL
)`,
      "INSERT INTO pay_index_schema (version, oldest_reader) VALUES (1, 1)",
    ],
  },
];

/**
 * Returns the migrations to run, in this order, for the row of `readSchemaVersionSql`. The driver reads the row and runs the migrations in one
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
