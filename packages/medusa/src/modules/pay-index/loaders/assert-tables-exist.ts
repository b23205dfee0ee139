import type { LoaderOptions } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { PayIndexError } from "@pay-index/core";
import { toEventError } from "@pay-index/core/adapter";
import { findMissingTables } from "@pay-index/core/store";
import { checkServer, serverSettingsSql } from "@pay-index/postgres/adapter";
import { type Knex, KnexDatabase } from "../../../store/knex-database.ts";

/**
 * Checks that the tables exist, and that payments can be stored in them. A loader does so, because Medusa ignores errors that a module throws later.
 *
 * @throws PayIndexError `store_unavailable`: Medusa stops at boot
 */
export async function assertTablesExist({ container }: LoaderOptions): Promise<void> {
  const engine = new KnexDatabase(container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION));
  const missing = await findMissingTables(engine.read).catch((cause: unknown) => {
    throw unusable(`The tables of pay-index cannot be read: ${toEventError(cause).message}`, cause);
  });
  checkServer((await engine.read.all(serverSettingsSql, {}))[0]);
  if (missing.length > 0)
    throw unusable(
      `The database does not have the tables ${missing.join(", ")}. Run npx medusa db:migrate, as after every change of plugins.`,
    );
}

function unusable(message: string, cause?: unknown): PayIndexError {
  return new PayIndexError("store_unavailable", message, { cause });
}
