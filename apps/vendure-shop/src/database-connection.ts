import type { VendureConfig } from "@vendure/core";
import BetterSqlite3 from "better-sqlite3";

/**
 * Returns the connection options of a file, or of a database of Postgres or MariaDB. All create their tables, as a shop in
 * development does.
 */
export function createConnectionOptions(database: string): VendureConfig["dbConnectionOptions"] {
  if (isPostgres(database)) return { type: "postgres", url: database, synchronize: true };
  if (isMariadb(database)) return { type: "mariadb", url: database, synchronize: true };
  // Passed explicitly: TypeORM would search for an earlier release, which must be compiled.
  return { type: "better-sqlite3", database, driver: BetterSqlite3, enableWAL: true, synchronize: true };
}

export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:/.test(database);
}

export function isMariadb(database: string): boolean {
  return database.startsWith("mysql:");
}

/** A file belongs to one process. With a database server, the shop can have several processes. */
export function isServer(database: string): boolean {
  return isPostgres(database) || isMariadb(database);
}
