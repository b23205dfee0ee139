import { Migration20261123000000 } from "../../src/modules/pay-index/migrations/Migration20261123000000.ts";

/** Returns the statements that `medusa db:migrate` runs for the plugin. */
export async function migrationStatements(): Promise<string[]> {
  const statements: string[] = [];
  const migration = { addSql: (sql: string) => void statements.push(sql) };
  await Migration20261123000000.prototype.up.call(migration as never);
  return statements;
}
