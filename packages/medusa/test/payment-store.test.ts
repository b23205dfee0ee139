import { ModulesSdkUtils } from "@medusajs/framework/utils";
import { storeContract } from "@pay-index/conformance";
import { SqlStore } from "@pay-index/core/store";
import { createDatabase } from "@pay-index/embedded-postgres";
import { type Knex, KnexDatabase } from "../src/store/knex-database.ts";
import { migrationStatements } from "./shop/migration-statements.mts";

/** Medusa's pool, as Medusa makes it. */
function connect(clientUrl: string) {
  return ModulesSdkUtils.createPgConnection({ clientUrl, driverOptions: { connection: { ssl: false } } });
}

storeContract("Medusa's pool", async () => {
  const { url, drop } = await createDatabase();
  const knex = connect(url);
  for (const statement of await migrationStatements()) await knex.raw(statement);
  const all = [knex];
  const open = (pool: unknown) => new SqlStore(new KnexDatabase(pool as Knex));
  return {
    store: open(knex),
    async reopen() {
      const other = connect(url);
      all.push(other);
      return open(other);
    },
    async close() {
      for (const each of all) await each.destroy();
      await drop();
    },
  };
});
