import { openTestShopProcess, type TestShopProcess } from "@pay-index-apps/demo/suite/test-shop";
import { DatabaseReader } from "../src/database-reader.ts";
import { startSeededPostgres } from "../src/stock/seeded-postgres.ts";

interface RefundingShop extends TestShopProcess {
  /** What the shop's own tables say was refunded of an order, in minor units. */
  refunded(order: string): Promise<number>;
}

/** The shop on a Postgres of its own. */
export async function openShop(env: Readonly<Record<string, string>> = {}): Promise<RefundingShop> {
  const postgres = await startSeededPostgres();
  const witness = new DatabaseReader(postgres.url);
  const shop = await openTestShopProcess({
    env,
    main: new URL("../src/main.ts", import.meta.url),
    database: postgres.url,
    orderState: (cart) => witness.orderState(cart),
    stored: () => witness.everything(),
    remove: () => postgres.stop(),
  });
  return { ...shop, refunded: (order) => witness.refunded(order) };
}
