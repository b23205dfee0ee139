import { migrateTables } from "@pay-index/postgres/maintenance";
import { addressWithoutPassword, readDatabaseAddress, withDatabase } from "../input/database-address.ts";
import type { CommandResult } from "../output/command-result.ts";

/** The options of `pay-index migrate`. */
export interface MigrateOptions {
  readonly database?: string;
}

/** Creates or updates the tables in a Postgres database. */
export async function migrate({ database }: MigrateOptions): Promise<CommandResult> {
  const address = readDatabaseAddress(database, "database");
  await withDatabase(address, migrateTables);
  const target = addressWithoutPassword(address);
  return { exitCode: 0, data: { database: target }, lines: [`The tables in ${target} are up to date.`] };
}
