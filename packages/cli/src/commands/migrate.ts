import { migrateTables } from "@pay-index/postgres/maintenance";
import { addressWithoutPassword, readDatabaseAddress, withDatabase } from "../input/database-address.ts";
import type { CommandResult } from "../output/command-result.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import type { OutputStyle } from "../output/write-result.ts";
import { runUntilInterrupt } from "./run-until-interrupt.ts";

/** The options of `pay-index migrate`. */
export interface MigrateOptions {
  readonly database?: string;
}

/** Creates or updates the tables in a Postgres database. */
export async function migrate({ database }: MigrateOptions, style: OutputStyle): Promise<CommandResult> {
  const address = readDatabaseAddress(database, "database");
  const progress = createProgressBar(style);
  await runUntilInterrupt(progress, "interrupted. Run it again: what is complete stays.", () => {
    progress.show(0, 2, "connecting to the database");
    return withDatabase(address, async (client) => {
      progress.show(1, 2, "updating the tables, after other processes that update them");
      await migrateTables(client);
      progress.show(2, 2, "done");
    });
  });
  const target = addressWithoutPassword(address);
  return { exitCode: 0, data: { database: target }, lines: [`The tables in ${target} are up to date.`] };
}
