import process from "node:process";
import { MoveError, type MoveProgress, movePayments } from "@pay-index/postgres/maintenance";
import { CommandError } from "../command-error.ts";
import { addressWithoutPassword, readDatabaseAddress, withDatabase } from "../input/database-address.ts";
import type { CommandResult } from "../output/command-result.ts";
import { createProgress } from "../output/progress.ts";
import type { OutputStyle } from "../output/write-result.ts";

/** The options of `pay-index move`. */
export interface MoveOptions {
  readonly from: string;
  readonly to?: string;
}

/** Copies all payments of a SQLite file into an empty Postgres database, and compares them. */
export async function move({ from, to }: MoveOptions, style: OutputStyle): Promise<CommandResult> {
  const address = readDatabaseAddress(to, "to");
  const progress = createProgress(style);
  const show = ({ step, table, done, of }: MoveProgress) => progress.show(done, of, `${step} ${table}`);
  const stop = () => {
    progress.end();
    // main.ts writes it, and ends the process.
    throw new CommandError("interrupted", "interrupted; the target is unchanged.");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  try {
    const tables = await withDatabase(address, (client) => movePayments(from, client, show));
    return toResult(from, address, tables);
  } catch (error) {
    if (error instanceof MoveError) throw new CommandError("move_refused", error.message);
    throw error;
  } finally {
    progress.end();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  }
}

interface MovedTable {
  readonly name: string;
  readonly rows: number;
}

function toResult(from: string, address: URL, moved: readonly MovedTable[]): CommandResult {
  const target = addressWithoutPassword(address);
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  const tables = moved.map(({ name, rows: count }) => ({ name, rows: count }));
  return {
    exitCode: 0,
    data: { from, to: target, rows, tables },
    lines: [`All ${rows} rows are in ${target}, each of them compared with ${from}.`],
  };
}
