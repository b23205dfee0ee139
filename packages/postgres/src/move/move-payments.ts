import { type SqlRow, storeTableNames } from "@pay-index/core/store";
import type { ClientBase } from "pg";
import { batchSize, columnNamesOf, type MovedTable, MoveError } from "./moved-table.ts";
import { PostgresTarget } from "./postgres-target.ts";
import { openSqliteSource, type SqliteSource } from "./sqlite-source.ts";

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
): Promise<readonly MovedTable[]> {
  const source = await openSqliteSource(path);
  try {
    const tables = storeTableNames.map((name) => ({ name, rows: source.count(name) }));
    const target = await PostgresTarget.begin(client);
    for (const table of tables) await copyTable(table, { source, target, tell });
    for (const table of tables) await verifyTable(table, { source, target, tell });
    await target.commit();
    return tables;
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

async function copyTable(
  { name, rows: of }: MovedTable,
  { source, target, tell }: MoveContext,
): Promise<void> {
  let done = 0;
  for (const rows of batchesOf(source.rows(name))) {
    await target.insert(name, rows);
    done += rows.length;
    tell({ step: "copied", table: name, done, of });
  }
}

function* batchesOf(rows: Iterable<SqlRow>): Generator<readonly SqlRow[]> {
  let batch: SqlRow[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Reads both sides in the order of the key, so that missing, additional and different rows are found. */
async function verifyTable(
  { name, rows: of }: MovedTable,
  { source, target, tell }: MoveContext,
): Promise<void> {
  let done = 0;
  const expected = source.rows(name);
  for await (const rows of target.batches(name)) {
    for (const row of rows) refuseDifference(name, expected.next().value, row);
    done += rows.length;
    tell({ step: "verified", table: name, done, of });
  }
  refuseDifference(name, expected.next().value, undefined);
  if (done !== of) throw new MoveError(`${name}: ${done} rows arrived of ${of}.`);
}

function refuseDifference(
  table: MovedTable["name"],
  expected: SqlRow | undefined,
  arrived: SqlRow | undefined,
): void {
  const column = columnNamesOf(table).find((name) => expected?.[name] !== arrived?.[name]);
  if (column === undefined) return;
  const key = Object.values(expected ?? arrived ?? {})[0];
  throw new MoveError(`${table}: ${column} of ${key} is not what was copied. The target is unchanged.`);
}
