import type { SqlRow } from "@pay-index/core/store";
import type { ClientBase } from "pg";
import { PostgresTarget } from "./postgres-target.ts";
import { openSqliteSource, type SqliteSource } from "./sqlite-source.ts";
import { differingColumn, MoveError, type TableDescription } from "./table-description.ts";

export interface MoveProgress {
  readonly step: "copied" | "verified";
  readonly table: string;
  readonly done: number;
  readonly of: number;
}

/**
 * Copies all payments of a SQLite file to an empty Postgres database, and compares every column before it commits. Does
 * not change the file. If it is interrupted, the database stays empty, and the move can start again.
 *
 * @throws MoveError with the reason why nothing was moved
 */
export async function movePayments(
  path: string,
  client: ClientBase,
  tell: (progress: MoveProgress) => void,
): Promise<readonly TableDescription[]> {
  const source = await openSqliteSource(path);
  try {
    const target = await PostgresTarget.begin(client);
    for (const table of source.tables) await copyTable(table, { source, target, tell });
    for (const table of source.tables) await verifyTable(table, { source, target, tell });
    await target.commit();
    return source.tables;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    source.close();
  }
}

interface MoveContext {
  readonly source: SqliteSource;
  readonly target: PostgresTarget;
  readonly tell: (progress: MoveProgress) => void;
}

async function copyTable(table: TableDescription, { source, target, tell }: MoveContext): Promise<void> {
  let done = 0;
  for (const rows of source.batches(table)) {
    await target.insert(table, rows);
    done += rows.length;
    tell({ step: "copied", table: table.name, done, of: table.rows });
  }
}

/** Reads both sides in the order of the key, so that missing, additional and different rows are found. */
async function verifyTable(table: TableDescription, { source, target, tell }: MoveContext): Promise<void> {
  let done = 0;
  const expected = rowsOf(source.batches(table));
  for await (const rows of target.batches(table)) {
    for (const row of rows) refuseDifference(table, expected.next().value, row);
    done += rows.length;
    tell({ step: "verified", table: table.name, done, of: table.rows });
  }
  refuseDifference(table, expected.next().value, undefined);
  if (done !== table.rows) throw new MoveError(`${table.name}: ${done} rows arrived of ${table.rows}.`);
}

function* rowsOf(batches: Iterable<readonly SqlRow[]>): Generator<SqlRow, undefined> {
  for (const batch of batches) yield* batch;
}

function refuseDifference(
  table: TableDescription,
  expected: SqlRow | undefined,
  arrived: SqlRow | undefined,
): void {
  const column = differingColumn(table, [expected, arrived]);
  if (column === undefined) return;
  const key = Object.values(expected ?? arrived ?? {})[0];
  throw new MoveError(`${table.name}: ${column} of ${key} is not what was copied. The target is unchanged.`);
}
