import { createSchemaTableSql, migrations } from "@pay-index/core/store";
import { createDatabase } from "@pay-index/embedded-postgres";
import { DataSource, type DataSourceOptions } from "typeorm";
import { expect, onTestFinished, test } from "vitest";
import { coreEntities } from "../../src/entities/entities.ts";

const columns = `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
WHERE table_name LIKE 'pay_index_%' AND table_name <> 'pay_index_schema' ORDER BY 1, 2`;
const indexes = `SELECT indexname, indexdef FROM pg_indexes
WHERE tablename LIKE 'pay_index_%' AND indexname LIKE 'pay_index_%' AND indexname NOT LIKE '%_pkey' ORDER BY 1`;
const keys = `SELECT tablename, regexp_replace(indexdef, '.* USING', '') AS key FROM pg_indexes
WHERE tablename LIKE 'pay_index_%' AND tablename <> 'pay_index_schema' AND indexdef LIKE '%UNIQUE%' ORDER BY 1`;

async function open(): Promise<DataSource> {
  const { url, drop } = await createDatabase();
  const source = await new DataSource({
    type: "postgres",
    url,
    entities: coreEntities,
  } as DataSourceOptions).initialize();
  onTestFinished(async () => {
    await source.destroy();
    await drop();
  });
  return source;
}

test("Vendure's migrations create the tables of core's statements", async () => {
  const [vendure, core] = [await open(), await open()];
  await vendure.synchronize();
  await core.query(createSchemaTableSql);
  for (const { statements } of migrations) for (const statement of statements) await core.query(statement);
  for (const question of [columns, indexes, keys])
    expect(await vendure.query(question)).toEqual(await core.query(question));
});
