import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import type { ExpressStore } from "../../src/store.ts";
import { type SqliteOptions, sqlite } from "../../src/stores/sqlite.ts";

/** A path in a folder of its own, gone after the test. */
export async function shopFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-sqlite-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "shop.db");
}

/** A store, and a table of the shop in the same file. */
export async function openShop(
  options?: SqliteOptions,
): Promise<{ path: string; store: ExpressStore<DatabaseSync> }> {
  const path = await shopFile();
  const store = sqlite(path, options);
  onTestFinished(() => store.close());
  await store.transaction(async (tx) => tx.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, paid INTEGER)"));
  return { path, store };
}

/** What another program sees in the file. */
export function rows(path: string, sql: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/** A connection of somebody else, closed after the test. */
export function stranger(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  return database;
}

const walHeader = 32;
const frameHeader = 24;

/**
 * Transactions that were written to the file, as its write-ahead log has them: a frame that ends a transaction names the size of
 * the database (https://www.sqlite.org/fileformat2.html, section 4). Right until the log is first started over, at 1000 pages.
 */
export async function commits(path: string): Promise<number> {
  const wal = await readFile(`${path}-wal`);
  const frame = frameHeader + wal.readUInt32BE(8);
  let count = 0;
  for (let offset = walHeader; offset + frame <= wal.length; offset += frame) {
    if (wal.readUInt32BE(offset + 4) > 0) count++;
  }
  return count;
}
