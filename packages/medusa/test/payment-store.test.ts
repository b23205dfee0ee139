import { ModulesSdkUtils } from "@medusajs/framework/utils";
import { storeContract } from "@pay-index/conformance";
import { SqlStore, storeTableNames } from "@pay-index/core/store";
import { createDatabase } from "@pay-index/embedded-postgres";
import { afterAll } from "vitest";
import { type Knex, KnexDatabase } from "../src/store/knex-database.ts";
import { migrationStatements } from "./shop/migration-statements.mts";

/** Medusa's pool, as Medusa makes it. */
function connect(clientUrl: string) {
  return ModulesSdkUtils.createPgConnection({ clientUrl, driverOptions: { connection: { ssl: false } } });
}
type Connection = ReturnType<typeof connect>;

let made: Promise<{ url: string; knex: Connection; end(): Promise<void> }> | undefined;

/** One database for all rules, because its migration takes longer than most of them. */
async function migrate() {
  const { url, drop } = await createDatabase();
  const knex = connect(url);
  for (const statement of await migrationStatements()) await knex.raw(statement);
  const end = async () => {
    await knex.destroy();
    await drop();
  };
  return { url, knex, end };
}
afterAll(async () => (await made)?.end());

storeContract("Medusa's pool", async () => {
  made ??= migrate();
  const { url, knex } = await made;
  await knex.raw(storeTableNames.map((table) => `DELETE FROM ${table}`).join(";"));
  const others: Connection[] = [];
  const open = (pool: unknown) => new SqlStore(new KnexDatabase(pool as Knex));
  return {
    store: open(knex),
    async reopen() {
      const other = connect(url);
      others.push(other);
      return open(other);
    },
    async close() {
      for (const each of others) await each.destroy();
    },
  };
});
