import { sharePostgres } from "./packages/embedded-postgres/src/share-postgres.ts";

/** One Postgres for all tests of a run, started when the first of them asks for it. */
export function setup(): Promise<() => Promise<void>> {
  return sharePostgres();
}
