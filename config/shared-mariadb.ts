import { shareMariadb } from "../packages/embedded-postgres/src/mariadb-database.ts";

/** Starts one MariaDB for all tests of a run, when the first test needs it. */
export function setup(): Promise<() => Promise<void>> {
  return shareMariadb();
}
