import { conformance } from "@pay-index/conformance";
import { isPoolerInstalled, startPooler } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { medusaCapabilities } from "./conformance/capabilities.mts";
import { MedusaShop } from "./conformance/medusa-shop.mts";
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
  conformance(
    "Medusa on Postgres behind PgBouncer",
    {
      abilities: medusaCapabilities,
      open: (settings) => MedusaShop.open(settings, { createDatabase: createPooledDatabase }),
    },
    { only: ["paid", "declined", "fifty-notifications-together", "refunded-in-parts", "cycles-renewed"] },
  );
});
