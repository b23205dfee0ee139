import { storeContract } from "@pay-index/conformance";
import { createDatabase, isPoolerInstalled, startPooler } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { openContractStore } from "./fixtures/shop-database.ts";

describe.skipIf(!isPoolerInstalled)("behind a pooler in transaction mode", () => {
  storeContract("Postgres behind PgBouncer", async () => {
    const { url, drop } = await createDatabase();
    const pooler = await startPooler(url);
    const end = async () => {
      await pooler.close();
      await drop();
    };
    return openContractStore(pooler.url, end, { prepare: false });
  });
});
