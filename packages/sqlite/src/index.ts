export { loadDatabaseClass } from "./load-node-sqlite.ts";
export { isBusyError } from "./sqlite-connection.ts";
export { type SqliteOptions, sqlite } from "./sqlite-store.ts";
