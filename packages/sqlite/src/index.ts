export { loadDatabaseClass } from "./load-database-class.ts";
export { isBusyError } from "./sqlite-connection.ts";
export { type SqliteOptions, sqlite } from "./sqlite-store.ts";
