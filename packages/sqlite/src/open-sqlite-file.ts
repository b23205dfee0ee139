import { closeSync, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { isPayIndexError, PayIndexError } from "@pay-index/core";
import { createSchemaTableSql, pendingMigrations, readSchemaVersionSql } from "@pay-index/core/store";
import { loadDatabaseClass } from "./load-database-class.ts";
import { isBusyError } from "./sqlite-connection.ts";

export interface SqliteFileConnections {
  readonly path: string;
  writer: DatabaseSync;
  readonly reader: DatabaseSync;
}

/**
 * Opens the file and updates its tables. Blocks the process, because it runs only at its start.
 *
 * @param wait milliseconds to wait for other processes
 */
export function openSqliteFile(path: string, wait: number): SqliteFileConnections {
  refuseMemory(path);
  const Database = loadDatabaseClass();
  const opened: DatabaseSync[] = [];
  const open = (readOnly: boolean) => {
    const database = new Database(path, { readOnly });
    opened.push(database);
    database.exec(`PRAGMA busy_timeout = ${wait}; PRAGMA foreign_keys = ON`);
    return database;
  };
  try {
    createPrivateFile(path);
    const writer = open(false);
    prepareWriter(writer, { path, wait });
    return { path, writer, reader: open(true) };
  } catch (cause) {
    for (const database of opened) database.close();
    if (isPayIndexError(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : "unknown";
    throw new PayIndexError("store_unavailable", `The SQLite file ${path} cannot be used: ${reason}`, {
      cause,
    });
  }
}

function refuseMemory(path: string): void {
  if (typeof path === "string" && path !== "" && !/:memory:|\bmode=memory\b/.test(path)) return;
  throw new PayIndexError(
    "options_invalid",
    "sqlite() needs the path of a file. For a store that forgets everything, use MemoryStore of @pay-index/core.",
  );
}

/** SQLite gives the side files the mode of the file. */
function createPrivateFile(path: string): void {
  try {
    if (!path.startsWith("file:")) closeSync(openSync(path, "wx", 0o600));
  } catch {
    // The file exists, and keeps its mode. SQLite itself reports a path that cannot be used.
  }
}

/** A commit survives a power failure, because the gateway gets OK after it. Deleted rows are overwritten, because `forget` erases them. */
const writerSettings = "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON";

function prepareWriter(writer: DatabaseSync, { path, wait }: { path: string; wait: number }): void {
  const mode = retryWhileBusy(wait, () => writer.prepare("PRAGMA journal_mode = WAL").get()?.journal_mode);
  if (mode !== "wal") {
    throw new PayIndexError(
      "options_invalid",
      `${path} cannot be read while it is written to (journal mode ${mode}). Put it on a local disk.`,
    );
  }
  writer.exec(writerSettings);
  migrate(writer);
  // From now on, SqliteDatabase waits asynchronously. SQLite itself would block the whole process.
  writer.exec("PRAGMA busy_timeout = 0");
}

function migrate(writer: DatabaseSync): void {
  const hasSchema = "SELECT 1 FROM sqlite_master WHERE name = 'pay_index_schema'";
  if (writer.prepare(hasSchema).get() !== undefined && readPendingMigrations(writer).length === 0) return;
  writer.exec("BEGIN IMMEDIATE");
  try {
    writer.exec(createSchemaTableSql);
    for (const { statements } of readPendingMigrations(writer))
      for (const statement of statements) writer.exec(statement);
    writer.exec("COMMIT");
  } catch (error) {
    rollBack(writer);
    throw error;
  }
}

function readPendingMigrations(writer: DatabaseSync) {
  return pendingMigrations(writer.prepare(readSchemaVersionSql).get());
}

/** Never throws, so that the caller reports the first error. After some errors SQLite has rolled back already. */
export function rollBack(writer: DatabaseSync): void {
  try {
    writer.exec("ROLLBACK");
  } catch {
    // There was no open transaction.
  }
}

/**
 * Replaces the connection for writes, so that everything fails that a hook still does with its transaction after its time limit
 * (ENG-HOOK-LIMIT).
 */
export function replaceWriter(file: SqliteFileConnections): void {
  const Database = loadDatabaseClass();
  const writer = new Database(file.path);
  writer.exec("PRAGMA busy_timeout = 0; PRAGMA foreign_keys = ON");
  writer.exec(writerSettings);
  file.writer.close();
  file.writer = writer;
}

/** Changing to WAL fails at once while another process does the same, without SQLite's own waiting. */
function retryWhileBusy<Result>(wait: number, action: () => Result): Result {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (const end = performance.now() + wait; ; Atomics.wait(nothing, 0, 0, 10)) {
    try {
      return action();
    } catch (error) {
      if (!isBusyError(error) || performance.now() >= end) throw error;
    }
  }
}
