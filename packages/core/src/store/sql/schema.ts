import { PayIndexError } from "../../errors.ts";
import type { SqlRow } from "./driver.ts";
import { type StoreTable, type StoreTableName, storeIndexName, storeTables } from "./tables.ts";

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

/**
 * All migrations in their order. A released migration never changes: a change of `storeTables` after a release is a further migration,
 * and freezes the text of the first one (decision 0026).
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: [
      ...createTableStatements(),
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

/**
 * Returns the statements that create all tables and their indexes, for Postgres and SQLite.
 *
 * @param condition ` IF NOT EXISTS` for a host whose own migrations must keep a table that exists
 */
export function createTableStatements(condition: "" | " IF NOT EXISTS" = ""): readonly string[] {
  return (Object.entries(storeTables) as [StoreTableName, StoreTable][]).flatMap(([name, table]) => {
    const columns = columnDefinitions(table).join(",\n  ");
    const indexes = (table.indexes ?? []).map((index) => {
      const where = index.where === undefined ? "" : ` WHERE ${index.where}`;
      return `CREATE INDEX${condition} ${storeIndexName(name, index)} ON ${name} (${index.on.join(", ")})${where}`;
    });
    return [
      `CREATE TABLE${condition} ${name} (\n  ${columns},\n  PRIMARY KEY (${table.key.join(", ")})\n)`,
      ...indexes,
    ];
  });
}

function columnDefinitions({ columns }: StoreTable): string[] {
  return Object.entries(columns).map(([column, type]) =>
    type.endsWith(" or null")
      ? `${column} ${type.replace(" or null", "").toUpperCase()}`
      : `${column} ${type.toUpperCase()} NOT NULL`,
  );
}
