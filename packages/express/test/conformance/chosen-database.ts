import { createPostgresDatabase } from "./create-postgres-database.ts";
import { createSqliteDatabase } from "./create-sqlite-database.ts";

const isPostgres = process.env.CONFORMANCE_STORE === "postgres";

/** Where the frameworks beside Express run: on SQLite, or on Postgres if a long test says so. */
export const chosenStore = isPostgres ? "Postgres" : "SQLite";

/** A database of its own for each shop. */
export const createChosenDatabase = isPostgres ? createPostgresDatabase : createSqliteDatabase;
