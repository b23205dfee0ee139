import { conformance } from "@pay-index/conformance";
import { isPoolerInstalled, startPooler } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { postgresCapabilities } from "./conformance/capabilities.mts";
import { createPostgresDatabase, type TestDatabase } from "./conformance/test-database.mts";
import { VendureShop } from "./conformance/vendure-shop.mts";

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
  conformance(
    "Vendure on Postgres behind PgBouncer",
    {
      abilities: postgresCapabilities,
      open: (settings) => VendureShop.open(settings, createPooledDatabase),
    },
    { only: ["paid", "declined", "fifty-notifications-together", "refunded-in-parts", "cycles-renewed"] },
  );
});
