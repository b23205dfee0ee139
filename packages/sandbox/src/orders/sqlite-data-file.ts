import { SandboxError } from "../errors.ts";
import { openSqlite, type SandboxDatabase, type SqliteStatement, type SqliteValue } from "./open-sqlite.ts";

export type SqliteRow = Readonly<Record<string, SqliteValue>>;

/** "pays" in ASCII: identifies the sandbox's files. */
const applicationId = 0x70617973;
const schemaVersion = 2;

const schema = `
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, number TEXT NOT NULL, merchant TEXT NOT NULL, page TEXT NOT NULL UNIQUE, record TEXT NOT NULL,
  UNIQUE (merchant, number)
);
CREATE INDEX orders_by_number ON orders (number, id);
CREATE TABLE event (
  order_id INTEGER NOT NULL, number INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (order_id, number)
) WITHOUT ROWID;
CREATE TABLE job (
  id INTEGER PRIMARY KEY, due INTEGER NOT NULL, held INTEGER NOT NULL, order_id INTEGER NOT NULL, kind TEXT NOT NULL,
  record TEXT NOT NULL
);
CREATE INDEX job_by_due ON job (held, due, id);
CREATE INDEX job_by_order ON job (order_id, kind);
CREATE TABLE refund (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, order_id INTEGER NOT NULL, transaction_id TEXT NOT NULL,
  amount TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, requested INTEGER NOT NULL
);
CREATE INDEX refund_by_order ON refund (order_id, number);
CREATE TABLE spent_number (number INTEGER PRIMARY KEY);
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
`;

/**
 * The sandbox's data in SQLite: in a file that one sandbox at a time can use, or in memory. A statement that does not
 * fit on the disk throws SandboxError `disk_full` and changes nothing.
 */
export class SqliteDataFile {
  readonly #name: string;
  readonly #inMemory: boolean;
  readonly #database: SandboxDatabase;
  readonly #statements = new Map<string, SqliteStatement>();
  // Stored here, because the first Nodes with node:sqlite have neither isOpen nor isTransaction.
  #isOpen = true;
  #inTransaction = false;

  /** @throws SandboxError `data_file_in_use` or `data_file_unusable` */
  constructor(path: string | undefined) {
    this.#name = path ?? "in memory";
    this.#inMemory = path === undefined;
    try {
      this.#database = openSqlite(path);
    } catch (error) {
      throw error instanceof SandboxError ? error : unusableError(this.#name, error);
    }
    try {
      this.#database.exec("PRAGMA busy_timeout = 0");
      // Before the first write, so that another program's file does not change.
      this.#isNew();
      // The exclusive lock is held until the file is closed, so a second sandbox fails immediately.
      this.#database.exec("PRAGMA locking_mode = EXCLUSIVE");
      this.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE");
      if (this.#isNew()) this.#database.exec(schema);
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#database.close();
      throw error instanceof SandboxError ? error : unusableError(this.#name, error);
    }
  }

  all(sql: string, ...values: readonly SqliteValue[]): readonly SqliteRow[] {
    return this.#statement(sql).all(...values) as unknown as readonly SqliteRow[];
  }

  get(sql: string, ...values: readonly SqliteValue[]): SqliteRow | undefined {
    return this.#statement(sql).get(...values) as SqliteRow | undefined;
  }

  /** Returns the number of changed rows, and the id of the last inserted one. */
  run(sql: string, ...values: readonly SqliteValue[]): { readonly changes: number; readonly id: number } {
    try {
      const { changes, lastInsertRowid } = this.#statement(sql).run(...values);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    } catch (error) {
      throw this.#named(error);
    }
  }

  /** Runs a function in one transaction. A nested call is a part of the outer transaction. */
  atomically<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    this.#database.exec("BEGIN");
    this.#inTransaction = true;
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw this.#named(error);
    } finally {
      this.#inTransaction = false;
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // SQLite rolls back itself if the disk is full.
    }
  }

  /** Returns the stored setting. */
  setting<T>(name: string): T | undefined {
    const row = this.get("SELECT value FROM setting WHERE name = ?", name);
    return row && (JSON.parse(String(row.value)) as T);
  }

  keep(name: string, value: object): void {
    const sql =
      "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value";
    this.run(sql, name, JSON.stringify(value));
  }

  /** Closes the file. Data in memory can still be read. */
  close(): void {
    if (this.#inMemory) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#database.close();
  }

  /** @throws SandboxError `data_file_unusable` for another program's file */
  #isNew(): boolean {
    const version = Number(this.#pragma("user_version"));
    if (version === 0 && Number(this.#pragma("schema_version")) === 0) return true;
    if (this.#pragma("application_id") !== applicationId) {
      throw new SandboxError("data_file_unusable", `${this.#name} is no data file of a sandbox`);
    }
    if (version !== schemaVersion) {
      throw new SandboxError("data_file_unusable", `${this.#name} was written by another version`);
    }
    return false;
  }

  #pragma(name: string): unknown {
    return Object.values(this.#database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  }

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (!this.#isOpen) throw new SandboxError("closed", "the sandbox is closed");
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #named(error: unknown): unknown {
    const code = sqliteErrorCode(error);
    if (code === sqliteFull) {
      return new SandboxError("disk_full", `the disk of the data file ${this.#name} is full`);
    }
    if (code === sqliteIoError || code === sqliteReadOnly) {
      return new SandboxError("data_file_unusable", `the data file ${this.#name} cannot be written`);
    }
    return error;
  }
}

const sqliteBusy = 5;
const sqliteReadOnly = 8;
const sqliteIoError = 10;
const sqliteFull = 13;

/** Returns SQLite's primary error code. */
function sqliteErrorCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
}

function unusableError(name: string, error: unknown): SandboxError {
  if (sqliteErrorCode(error) === sqliteBusy) {
    return new SandboxError("data_file_in_use", `another sandbox works on the data file ${name}`);
  }
  const reason = error instanceof Error ? error.message : "unknown";
  return new SandboxError("data_file_unusable", `the data file ${name} cannot be used: ${reason}`);
}
