import { createSchemaTableSql, migrations } from "@pay-index/core/store";
import { createDatabase } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { PayIndexAttempt } from "../src/modules/pay-index/models/attempt.ts";
import { migrationStatements } from "./shop/migration-statements.mts";

const columns = `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
WHERE table_name LIKE 'pay_index_%' AND table_name <> 'pay_index_schema' ORDER BY 1, 2`;
const indexes = `SELECT indexname, indexdef FROM pg_indexes
WHERE tablename LIKE 'pay_index_%' AND indexname NOT LIKE '%_pkey' ORDER BY 1`;
const keys = `SELECT tablename, regexp_replace(indexdef, '.* USING', '') AS key FROM pg_indexes
WHERE tablename LIKE 'pay_index_%' AND tablename <> 'pay_index_schema' AND indexdef LIKE '%UNIQUE%' ORDER BY 1`;

/** In the table that has a model. */
const medusaColumns = ["created_at", "updated_at", "deleted_at"];

async function readMigratedTables(statements: readonly string[]) {
  const { url, drop } = await createDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  for (const statement of statements) await client.query(statement);
  const ask = async (text: string) => (await client.query(text)).rows;
  return { columns: await ask(columns), indexes: await ask(indexes), keys: await ask(keys) };
}

interface Column {
  readonly table_name: string;
  readonly column_name: string;
}

test("the migration creates the tables of core's statements, and the model has the columns of its table with Medusa's own", async () => {
  // Each again, as after a migration that ended at any statement.
  const ours = await readMigratedTables((await migrationStatements()).flatMap((each) => [each, each]));
  const core = await readMigratedTables([
    createSchemaTableSql,
    ...migrations.flatMap(({ statements }) => statements),
  ]);
  expect(ours.indexes).toEqual(core.indexes);
  expect(ours.keys).toEqual(core.keys);
  const isCores = ({ table_name, column_name }: Column) =>
    table_name !== "pay_index_attempt" || !medusaColumns.includes(column_name);
  expect(ours.columns.filter(isCores)).toEqual(core.columns);
  const ofAttempts = ours.columns.filter(({ table_name }: Column) => table_name === "pay_index_attempt");
  const found = ofAttempts.map(({ column_name }: Column) => column_name);
  expect(Object.keys(PayIndexAttempt.parse().schema).sort()).toEqual(found.sort());
});
