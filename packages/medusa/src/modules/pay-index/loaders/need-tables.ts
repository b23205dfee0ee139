import type { LoaderOptions } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { findTables, PayIndexError } from "@pay-index/core";
import { type Knex, KnexDatabase } from "../../../store/knex-database.ts";

/**
 * A shop whose tables are missing could take no payment. A loader says so, for Medusa goes on when a module throws later than that.
 *
 * @throws PayIndexError `store_unavailable`: Medusa stops at boot
 */
export async function needTables({ container }: LoaderOptions): Promise<void> {
  const ledger = new KnexDatabase(container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION));
  try {
    await ledger.read.all(findTables, {});
  } catch (cause) {
    throw new PayIndexError(
      "store_unavailable",
      "The tables of pay-index cannot be read. Run medusa db:migrate, as after every change of plugins.",
      { cause },
    );
  }
}
