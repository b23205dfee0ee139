import { Migration20261121000000 } from "../../src/modules/pay-index/migrations/Migration20261121000000.ts";
import { Migration20261122000000 } from "../../src/modules/pay-index/migrations/Migration20261122000000.ts";

/** What `medusa db:migrate` runs for the plugin. */
export async function migrationStatements(): Promise<string[]> {
  const statements: string[] = [];
  const migration = { addSql: (sql: string) => void statements.push(sql) };
  for (const { prototype } of [Migration20261121000000, Migration20261122000000])
    await prototype.up.call(migration as never);
  return statements;
}
