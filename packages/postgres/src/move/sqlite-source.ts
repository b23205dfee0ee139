import { stat } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import {
  migrations,
  pendingMigrations,
  readSchemaVersionSql,
  type SqlRow,
  type StoreTableName,
  storeTables,
} from "@pay-index/core/store";
import { isBusyError, loadDatabaseClass } from "@pay-index/sqlite";
import { columnNamesOf, MoveError } from "./moved-table.ts";

/** The SQLite file, locked exclusively. */
export interface SqliteSource {
  count(table: StoreTableName): number;
  /** Sorted by the key. */
  rows(table: StoreTableName): IterableIterator<SqlRow>;
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
    return {
      count: (table) => Number(database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n),
      rows: (table) => readRows(database, table),
      close: () => database.close(),
    };
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

function readRows(database: DatabaseSync, table: StoreTableName): IterableIterator<SqlRow> {
  const order = storeTables[table].key.join(", ");
  return database
    .prepare(`SELECT ${columnNamesOf(table).join(", ")} FROM ${table} ORDER BY ${order}`)
    .iterate();
}
