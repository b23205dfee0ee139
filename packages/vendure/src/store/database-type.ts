import { PayIndexError } from "@pay-index/core";

const databaseTypes = ["postgres", "mariadb", "mysql", "sqljs", "better-sqlite3"] as const;

export type DatabaseType = (typeof databaseTypes)[number];

/** Returns whether the database locks rows, and writes at the same time as others. SQLite has one connection and no row locks. */
export function isServer(type: string): boolean {
  return type === "postgres" || isMariadb(type);
}

export type MariadbType = "mariadb" | "mysql";

/** MySQL has the same dialect. */
export function isMariadb(type: string): type is MariadbType {
  return type === "mariadb" || type === "mysql";
}

/**
 * Returns the shop's database, as TypeORM names it.
 *
 * @throws PayIndexError `options_invalid`: payments cannot be stored in this database
 */
export function checkDatabaseType({ type }: { readonly type: string }): DatabaseType {
  const known = databaseTypes.find((each) => each === type);
  if (known !== undefined) return known;
  throw new PayIndexError(
    "options_invalid",
    `dbConnectionOptions.type: the plugin does not support ${type}. Use postgres, mariadb or mysql, or sqljs or better-sqlite3 to develop.`,
  );
}
