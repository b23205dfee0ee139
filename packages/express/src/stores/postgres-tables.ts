import {
  createSchemaTable,
  PayIndexError,
  pendingMigrations,
  readSchema,
  type SqlRow,
} from "@pay-index/core";
import type { ClientBase } from "pg";
import { types } from "./postgres-connection.ts";

/** Whoever holds this lock migrates: `pay_indx` in ASCII. */
const migrationLock = "8097887055686558840";

/** Milliseconds to wait for another process that migrates. */
const patience = 60_000;

/**
 * Brings the tables up to date, once, however many processes call this at the same time.
 *
 * @throws PayIndexError `record_unreadable`: they are from a later release
 */
export async function migrateTables(client: ClientBase): Promise<void> {
  if (pendingMigrations(await schemaOf(client)).length === 0) return;
  await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${patience}; SET LOCAL statement_timeout = 0`,
  );
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    await client.query(createSchemaTable);
    for (const { statements } of pendingMigrations(await schemaOf(client)))
      for (const statement of statements) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    // Whatever this says, the first error is the one to tell.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** @throws PayIndexError `store_unavailable`: they are not up to date; `record_unreadable`: they are from a later release */
export async function checkTables(client: ClientBase): Promise<void> {
  const schema = await schemaOf(client);
  if (pendingMigrations(schema).length === 0) return;
  const found = schema === undefined ? "not there" : `of version ${schema.version}, which is too old`;
  throw new PayIndexError(
    "store_unavailable",
    `The tables of pay-index are ${found}. Run pay-index-migrate before the shop starts, or leave out migrate: false.`,
  );
}

async function schemaOf(client: ClientBase): Promise<SqlRow | undefined> {
  const ask = async (text: string) => (await client.query<SqlRow>({ text, types })).rows[0];
  const found = await ask("SELECT to_regclass('pay_index_schema')::text AS name");
  return found?.name ? ask(readSchema) : undefined;
}
