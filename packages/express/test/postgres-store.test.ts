import { storeContract } from "@pay-index/conformance";
import { freshDatabase } from "@pay-index/embedded-postgres";
import { Pool } from "pg";
import { postgres } from "../src/stores/postgres.ts";

storeContract("Postgres", async () => {
  const database = await freshDatabase();
  const pools: Pool[] = [];
  const open = () => {
    const pool = new Pool({ connectionString: database.url });
    pools.push(pool);
    return postgres(pool);
  };
  const first = open();
  return {
    store: first,
    transaction: (work) => first.transaction(work),
    reopen: async () => open(),
    close: async () => {
      await first.close();
      for (const pool of pools) await pool.end();
      await database.drop();
    },
  };
});
