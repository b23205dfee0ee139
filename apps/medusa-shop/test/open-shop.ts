import { openTestShopProcess, type TestShopProcess } from "@pay-index-apps/demo/suite/test-shop";
import { DatabaseReader } from "../src/database-reader.ts";
import { startSeededPostgres } from "../src/stock/seeded-postgres.ts";

/** The shop on a Postgres of its own. */
export async function openShop(env: Readonly<Record<string, string>> = {}): Promise<TestShopProcess> {
  const postgres = await startSeededPostgres();
  const witness = new DatabaseReader(postgres.url);
  return openTestShopProcess({
    env,
    main: new URL("../src/main.ts", import.meta.url),
    database: postgres.url,
    orderState: (cart) => witness.orderState(cart),
    stored: () => witness.everything(),
    remove: () => postgres.stop(),
  });
}
