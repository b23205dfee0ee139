import { stat } from "node:fs/promises";
import { type MovedTable, MoveError, type MoveProgress, movePayments } from "@pay-index/postgres/maintenance";
import { CommandError, usageError } from "../command-error.ts";
import { addressWithoutPassword, readDatabaseAddress, withDatabase } from "../input/database-address.ts";
import type { CommandResult } from "../output/command-result.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import type { OutputStyle } from "../output/write-result.ts";
import { runUntilInterrupt } from "./run-until-interrupt.ts";

/** The options of `pay-index move`. */
export interface MoveOptions {
  readonly from: string;
  readonly to?: string;
}

/** Copies all payments of a SQLite file into an empty Postgres database, and compares them. */
export async function moveToPostgres({ from, to }: MoveOptions, style: OutputStyle): Promise<CommandResult> {
  const address = readDatabaseAddress(to, "to");
  await requireFile(from);
  const progress = createProgressBar(style);
  const show = ({ step, table, done, of }: MoveProgress) => progress.show(done, of, `${step} ${table}`);
  try {
    const tables = await runUntilInterrupt(progress, "interrupted; the target is unchanged.", () =>
      withDatabase(address, (client) => movePayments(from, client, show)),
    );
    return toResult(from, address, tables);
  } catch (error) {
    if (error instanceof MoveError) throw new CommandError("move_refused", error.message);
    throw error;
  }
}

/** Without a file, the state of the database does not matter. @throws CommandError `usage` */
async function requireFile(from: string): Promise<void> {
  const found = await stat(from).catch(() => undefined);
  if (!found?.isFile())
    throw usageError("--from must name the SQLite file of the shop. There is no such file.");
}

function toResult(from: string, address: URL, moved: readonly MovedTable[]): CommandResult {
  const target = addressWithoutPassword(address);
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  return {
    exitCode: 0,
    data: { from, to: target, rows, tables: moved },
    lines: [`All ${rows} rows are in ${target}, each of them compared with ${from}.`],
  };
}
