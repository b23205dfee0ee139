import { conformance } from "@pay-index/conformance";
import { isPoolerInstalled, startPooler } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { driverOn } from "./conformance/driver.mts";
import { createTestDatabase } from "./conformance/test-database.mts";

/** The shop reaches its database through the pooler. The driver does not. */
async function createPooledDatabase() {
  const { url, remove, ...place } = await createTestDatabase();
  const pooler = await startPooler(url);
  return {
    ...place,
    url: pooler.url,
    async remove() {
      await pooler.close();
      await remove();
    },
  };
}

describe.skipIf(!isPoolerInstalled)("behind a pooler in transaction mode", () => {
  const only = ["paid", "declined", "fifty-notifications-together", "refunded-in-parts", "cycles-renewed"];
  conformance("Medusa on Postgres behind PgBouncer", driverOn(createPooledDatabase), { only });
});
