import type { VendureConfig } from "@vendure/core";
import BetterSqlite3 from "better-sqlite3";

/** A file, or the address of a Postgres: both make their own tables, as a shop in development does. */
export function createConnectionOptions(database: string): VendureConfig["dbConnectionOptions"] {
  if (isPostgres(database)) return { type: "postgres", url: database, synchronize: true };
  // Named here: TypeORM looks for an older release of it, which would have to be compiled.
  return { type: "better-sqlite3", database, driver: BetterSqlite3, enableWAL: true, synchronize: true };
}

/** A file belongs to one process. With a server of databases the shop can be several. */
export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:/.test(database);
}
