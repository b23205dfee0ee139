import { storeContract } from "@pay-index/conformance";
import { SqlStore } from "@pay-index/core";
import { freshDatabase } from "@pay-index/embedded-postgres";
import { ModulesSdkUtils } from "@medusajs/framework/utils";
import { Migration20261121000000 } from "../src/modules/pay-index/migrations/Migration20261121000000.ts";
import { type Knex, KnexDatabase } from "../src/store/knex-database.ts";

/** Medusa's pool, as Medusa makes it. */
function connect(clientUrl: string) {
  return ModulesSdkUtils.createPgConnection({ clientUrl, driverOptions: { connection: { ssl: false } } });
}

storeContract("Medusa's pool", async () => {
  const { url, drop } = await freshDatabase();
  const knex = connect(url);
  await migrate(knex);
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

async function migrate(knex: ReturnType<typeof connect>): Promise<void> {
  const statements: string[] = [];
  await Migration20261121000000.prototype.up.call({ addSql: (sql: string) => void statements.push(sql) } as never);
  for (const statement of statements) await knex.raw(statement);
}
