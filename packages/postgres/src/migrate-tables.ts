import { PayIndexError } from "@pay-index/core";
import {
  createSchemaTableSql,
  pendingMigrations,
  readSchemaVersionSql,
  type SqlRow,
} from "@pay-index/core/store";
import type { ClientBase } from "pg";
import { checkServer, serverSettingsSql } from "./adapter.ts";
import { columnTypeParsers } from "./postgres-connection.ts";

/** The key of the lock under which a process migrates: `pay_indx` in ASCII. */
const migrationLock = "8097887055686558840";

/** Milliseconds to wait for another process that migrates. */
const migrationLockTimeout = 60_000;

/**
 * Updates the tables, once, however many processes call this at the same time.
 *
 * @throws PayIndexError `record_unreadable` if the tables are from a later release; `store_unavailable` if the database
 * is not in UTF8, or read-only
 */
export async function migrateTables(client: ClientBase): Promise<void> {
  await requireUsableServer(client);
  if (pendingMigrations(await readSchemaVersion(client)).length === 0) return;
  await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${migrationLockTimeout}; SET LOCAL statement_timeout = 0`,
  );
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    await client.query(createSchemaTableSql);
    for (const { statements } of pendingMigrations(await readSchemaVersion(client)))
      for (const statement of statements) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    // An error of the rollback is ignored, so that the caller reports the first error.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/**
 * @throws PayIndexError `store_unavailable` if the tables are not up to date; `record_unreadable` if they are from a
 * later release
 */
export async function checkTables(client: ClientBase): Promise<void> {
  await requireUsableServer(client);
  const schema = await readSchemaVersion(client);
  if (pendingMigrations(schema).length === 0) return;
  const found =
    schema === undefined
      ? "The database does not have the table pay_index_schema"
      : `The tables of pay-index have version ${schema.version}, which is too old`;
  throw new PayIndexError(
    "store_unavailable",
    `${found}. Run npx pay-index migrate before the shop starts, or leave out migrate: false.`,
  );
}

async function requireUsableServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<SqlRow>({ text: serverSettingsSql, types: columnTypeParsers });
  checkServer(rows[0]);
}

async function readSchemaVersion(client: ClientBase): Promise<SqlRow | undefined> {
  const ask = async (text: string) =>
    (await client.query<SqlRow>({ text, types: columnTypeParsers })).rows[0];
  const found = await ask("SELECT to_regclass('pay_index_schema')::text AS name");
  return found?.name ? ask(readSchemaVersionSql) : undefined;
}
