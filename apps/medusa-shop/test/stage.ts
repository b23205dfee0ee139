import { openStage, type ProcessStage } from "@pay-index-apps/demo/suite/stage";
import { startFilledPostgres } from "../src/stock/filled-postgres.ts";
import { Witness } from "../src/witness.ts";

/** The shop on a Postgres of its own. */
export async function openShop(): Promise<ProcessStage> {
  const postgres = await startFilledPostgres();
  const witness = new Witness(postgres.url);
  return openStage({
    main: new URL("../src/main.ts", import.meta.url),
    database: postgres.url,
    orderState: (cart) => witness.orderState(cart),
    stored: () => witness.everything(),
    remove: () => postgres.stop(),
  });
}
