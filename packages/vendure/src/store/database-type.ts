import { PayIndexError } from "@pay-index/core";

const databaseTypes = ["postgres", "sqljs", "better-sqlite3"] as const;

export type DatabaseType = (typeof databaseTypes)[number];

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
    `dbConnectionOptions.type: the plugin does not support ${type}. Use postgres, or sqljs or better-sqlite3 to develop.`,
  );
}
