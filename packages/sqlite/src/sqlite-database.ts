import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { isPayIndexError, PayIndexError } from "@pay-index/core";
import type { SqlConnection, SqlDriver } from "@pay-index/core/store";
import { replaceWriter, rollBack, type SqliteFileConnections } from "./open-sqlite-file.ts";
import { isBusyError, SqliteConnection } from "./sqlite-connection.ts";
import { WriteQueue } from "./write-queue.ts";

const firstLockPause = 1;
const longestLockPause = 50;
/** Milliseconds for which writes wait until no other process reads the log. */
const longestTruncation = 1000;

/** One connection for writes, in turns, and one for reads. */
export class SqliteDatabase implements SqlDriver<DatabaseSync> {
  readonly read: SqlConnection;
  readonly #file: SqliteFileConnections;
  readonly #wait: number;
  readonly #queue: WriteQueue;
  readonly #connections = new WeakMap<DatabaseSync, SqlConnection>();
  #inTransaction = false;
  #closing: Promise<void> | undefined;

  /** @param wait milliseconds that a write waits for the lock of another process, or for one transaction of this one */
  constructor(file: SqliteFileConnections, wait: number) {
    this.#file = file;
    this.#wait = wait;
    this.#queue = new WriteQueue(wait);
    const reader = new SqliteConnection(file.reader);
    const open = () => {
      this.#refuseClosed();
      return reader;
    };
    this.read = {
      all: async (sql, parameters) => open().all(sql, parameters),
      run: async (sql, parameters) => open().run(sql, parameters),
    };
  }

  write<Result>(work: (connection: SqlConnection) => Promise<Result>): Promise<Result> {
    return this.#alone(() => work(this.#connection(this.#file.writer)));
  }

  transaction<Result>(work: (tx: DatabaseSync) => Promise<Result>): Promise<Result> {
    return this.#alone(() => work(this.#file.writer));
  }

  /** A connection that the host opened on the same file works as well. */
  within(tx: DatabaseSync): SqlConnection {
    if (tx === this.#file.writer && !this.#inTransaction)
      throw new Error("The transaction of this tx has ended.");
    return this.#connection(tx);
  }

  /** Moves what the log contains to the file, and empties the log. Leaves this to a later one if other processes keep reading. */
  truncateLog(): Promise<void> {
    return this.#queue.run(async () => {
      const checkpoint = this.#file.writer.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
      const end = performance.now() + longestTruncation;
      while (checkpoint.get()?.busy !== 0 && performance.now() < end) await pause(longestLockPause);
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#queue.idle().then(() => {
      // The writer is closed last, because it cleans up the file's journal.
      this.#file.reader.close();
      this.#file.writer.close();
    });
    return this.#closing;
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#refuseClosed();
    return this.#queue.run(async () => {
      try {
        await this.#begin();
        this.#inTransaction = true;
        const result = await work();
        this.#file.writer.exec("COMMIT");
        return result;
      } catch (error) {
        rollBack(this.#file.writer);
        if (isPayIndexError(error, "hook_timeout")) replaceWriter(this.#file);
        throw error;
      } finally {
        this.#inTransaction = false;
      }
    });
  }

  /** Takes the write lock at the start: a transaction that takes it later can fail halfway. */
  async #begin(): Promise<void> {
    const end = performance.now() + this.#wait;
    for (let ms = firstLockPause; ; ms = Math.min(ms * 2, longestLockPause)) {
      try {
        this.#file.writer.exec("BEGIN IMMEDIATE");
        return;
      } catch (cause) {
        if (!isBusyError(cause)) throw cause;
        if (performance.now() >= end) throw fileLockedError(this.#file.path, this.#wait, cause);
      }
      // SQLite does not notify a process when another one releases the lock.
      await pause(ms);
    }
  }

  #connection(database: DatabaseSync): SqlConnection {
    const known = this.#connections.get(database) ?? new SqliteConnection(database);
    this.#connections.set(database, known);
    return known;
  }

  #refuseClosed(): void {
    if (this.#closing !== undefined)
      throw new PayIndexError("gateway_closed", `The store ${this.#file.path} was closed.`);
  }
}

function fileLockedError(path: string, wait: number, cause: unknown): PayIndexError {
  const message = `Another process has had ${path} locked for ${wait} ms.`;
  return new PayIndexError("store_unavailable", message, { cause });
}
