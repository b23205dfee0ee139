import { conformance } from "@pay-index/conformance";
import { expressCapabilities } from "./capabilities.ts";
import { createPostgresDatabase } from "./create-postgres-database.ts";
import { createSqliteDatabase } from "./create-sqlite-database.ts";
import { CustomShop } from "./custom-shop.ts";

/** On SQLite, or on Postgres if a long test says so. */
const isPostgres = process.env.CONFORMANCE_STORE === "postgres";
const createDatabase = isPostgres ? createPostgresDatabase : createSqliteDatabase;

/**
 * Runs every scenario on a framework beside Express.
 *
 * @param file the process of a shop on it
 */
export function conformanceOnFramework(
  framework: string,
  file: URL,
  selection: { readonly firstRunOnly?: boolean } = {},
): void {
  conformance(
    `${framework} on ${isPostgres ? "Postgres" : "SQLite"}`,
    {
      abilities: expressCapabilities,
      open: async (settings) => CustomShop.open(settings, await createDatabase(), file),
    },
    // Both stores have the same results.
    { results: "./results-sqlite.json", ...selection },
  );
}
