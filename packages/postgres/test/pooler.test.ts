import { storeContract } from "@pay-index/conformance";
import { createDatabase, isPoolerInstalled, startPooler } from "@pay-index/embedded-postgres";
import { afterAll, describe } from "vitest";
import { openContractStore } from "./fixtures/shop-database.ts";

describe.skipIf(!isPoolerInstalled)("behind a pooler in transaction mode", () => {
  let pooler: ReturnType<typeof startPooler> | undefined;
  afterAll(async () => (await pooler)?.close());
  storeContract("Postgres behind PgBouncer", async () => {
    const { url, drop } = await createDatabase();
    // One for all of the server's databases.
    pooler ??= startPooler(url);
    const pooled = new URL(new URL(url).pathname, (await pooler).url).href;
    return openContractStore(pooled, drop, { prepare: false });
  });
});
