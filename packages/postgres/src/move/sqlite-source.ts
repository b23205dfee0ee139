import { stat } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import {
  migrations,
  pendingMigrations,
  readSchemaVersionSql,
  type SqlRow,
  storeTableNames,
} from "@pay-index/core/store";
import { isBusyError, loadDatabaseClass } from "@pay-index/sqlite";
import {
  batchSize,
  type ColumnDescription,
  joinColumnNames,
  MoveError,
  selectKeyColumns,
  type TableDescription,
} from "./table-description.ts";

/** The SQLite file, locked exclusively. */
export interface SqliteSource {
  readonly tables: readonly TableDescription[];
  /** Sorted by the key. */
  batches(table: TableDescription): Iterable<readonly SqlRow[]>;
  close(): void;
}

/** @throws MoveError if the file does not exist, is in use, or has tables of another version */
export async function openSqliteSource(path: string): Promise<SqliteSource> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new MoveError(`There is no file ${path}.`);
  const database = new (loadDatabaseClass())(path);
  try {
    lockExclusively(database, path);
    checkVersion(database, path);
    const tables = storeTableNames.map((name) => describeTable(database, name));
    return { tables, batches: (table) => readBatches(database, table), close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Also locks out a shop that has the file open without using it: its next payment would not be moved. */
function lockExclusively(database: DatabaseSync, path: string): void {
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    if (isBusyError(error))
      throw new MoveError(`Another process has ${path} open. Stop the shop, then move.`);
    throw new MoveError(`${path} cannot be read: ${error instanceof Error ? error.message : "unknown"}.`);
  }
}

function checkVersion(database: DatabaseSync, path: string): void {
  const there = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'pay_index_schema'").get();
  if (there === undefined) throw new MoveError(`${path} has no tables of pay-index.`);
  const schema = database.prepare(readSchemaVersionSql).get();
  if (pendingMigrations(schema).length > 0)
    throw new MoveError(`The tables in ${path} are older than this release. Start the shop on it once.`);
  if (schema?.version !== migrations.length)
    throw new MoveError(`The tables in ${path} are from a later release. Move with that one.`);
}

function describeTable(database: DatabaseSync, name: string): TableDescription {
  const columns = database.prepare(`PRAGMA table_info(${name})`).all().map(columnOf);
  const counted = database.prepare(`SELECT COUNT(*) AS n FROM ${name}`).get();
  return { name, columns, rows: Number(counted?.n) };
}

function columnOf({ name, type, pk }: SqlRow): ColumnDescription {
  return { name: String(name), type: type === "INTEGER" ? "integer" : "text", key: Number(pk) > 0 };
}

function* readBatches(
  database: DatabaseSync,
  { name, columns }: TableDescription,
): Generator<readonly SqlRow[]> {
  const rows = database
    .prepare(
      `SELECT ${joinColumnNames(columns)} FROM ${name} ORDER BY ${joinColumnNames(selectKeyColumns(columns))}`,
    )
    .iterate();
  let batch: SqlRow[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
