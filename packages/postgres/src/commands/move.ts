#!/usr/bin/env node
import process from "node:process";
import { type MoveProgress, movePayments } from "../move/move-payments.ts";
import {
  addressWithoutPassword,
  CommandError,
  readDatabaseAddress,
  readFlags,
  runCommand,
  withDatabase,
} from "./command-line.ts";

const help = `pay-index-move: copies all payments from a SQLite file into an empty Postgres database, and compares them

  --from FILE    the SQLite file of the shop; stop the shop first
  --to ADDRESS   postgres://user:password@host:5432/name; or set DATABASE_URL, which other users cannot see
  --help         displays this text

The command copies everything or nothing. If you interrupt it, start it again. It does not change the file, and does not
copy the shop's own tables.
`;

/** Displays the progress: on a terminal one line that is updated, otherwise one line for each table. */
function showProgress({ step, table, done, of }: MoveProgress): void {
  const line = `${step.padEnd(8)}  ${table.padEnd(22)}  ${String(done).padStart(9)} of ${of}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === of ? "\n" : ""}`);
  else if (done === of) process.stdout.write(`${line}\n`);
}

await runCommand("pay-index-move", async () => {
  const { from, to } = readFlags(help, { from: { type: "string" }, to: { type: "string" } });
  if (from === undefined) throw new CommandError("--from must name the SQLite file (see --help)", 2);
  const address = readDatabaseAddress(to, "to");
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      process.stderr.write("\npay-index-move: interrupted; the target is unchanged.\n");
      process.exit(1);
    });
  const tables = await withDatabase(address, (client) => movePayments(from, client, showProgress));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `All ${rows} rows are in ${addressWithoutPassword(address)}, each of them compared with ${from}.\n`,
  );
});
