import { sharePostgres } from "../packages/embedded-postgres/src/share-postgres.ts";

/** Starts one Postgres for all tests of a run, when the first test needs it. */
export function setup(): Promise<() => Promise<void>> {
  return sharePostgres();
}
