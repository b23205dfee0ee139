import { conformance } from "@pay-index/conformance";
import { isPoolerInstalled, startPooler } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { driverOn } from "./conformance/drivers.mts";
import { createPostgresDatabase, type TestDatabase } from "./conformance/test-database.mts";

async function createPooledDatabase(): Promise<TestDatabase> {
  const place = await createPostgresDatabase();
  if (place.database.kind !== "postgres") throw new Error("only Postgres has a pooler");
  const pooler = await startPooler(place.database.url);
  return {
    ...place,
    database: { kind: "postgres", url: pooler.url },
    async remove() {
      await pooler.close();
      await place.remove();
    },
  };
}

describe.skipIf(!isPoolerInstalled)("behind a pooler in transaction mode", () => {
  const only = ["paid", "declined", "fifty-notifications-together", "refunded-in-parts", "cycles-renewed"];
  conformance("Vendure on Postgres behind PgBouncer", driverOn(createPooledDatabase), { only });
});
