import { closeSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import type * as NodeSqlite from "node:sqlite";
import type * as WasmSqlite from "node-sqlite3-wasm";
import { SandboxError } from "../errors.ts";

export type SqliteValue = string | number | null;

/** The part of SQLite that the sandbox uses, of whichever SQLite build. */
export interface SandboxDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  all(...values: readonly SqliteValue[]): readonly unknown[];
  get(...values: readonly SqliteValue[]): unknown;
  run(...values: readonly SqliteValue[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
}

/**
 * Opens a file, or a database in memory. Node before 22.13 has no SQLite: there the sandbox stores its data in memory
 * with a WebAssembly build, which is loaded only then.
 *
 * @throws SandboxError `data_file_unusable` for a file on a Node without SQLite
 */
export function openSqlite(path: string | undefined): SandboxDatabase {
  const builtIn: typeof NodeSqlite | undefined = process.getBuiltinModule("node:sqlite");
  if (builtIn !== undefined && path !== undefined) createPrivateFile(path);
  if (builtIn !== undefined) return new builtIn.DatabaseSync(path ?? ":memory:");
  if (path === undefined) return openInMemory();
  throw new SandboxError(
    "data_file_unusable",
    `a data file needs Node 22.13 or later, and this is Node ${process.versions.node}; without it, data stay in memory`,
  );
}

/** Only this user may read names, addresses and keys of orders. SQLite gives the same rights to the files beside it. */
function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // The file exists, or SQLite reports what is wrong with the path.
  }
}

function openInMemory(): SandboxDatabase {
  const { Database }: typeof WasmSqlite = createRequire(import.meta.url)("node-sqlite3-wasm");
  const database = new Database();
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        all: (...values) => statement.all([...values]),
        get: (...values) => statement.get([...values]) ?? undefined,
        run: (...values) => statement.run([...values]),
      };
    },
    close: () => database.close(),
  };
}
