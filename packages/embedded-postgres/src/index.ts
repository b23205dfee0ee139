export { anyPort } from "./any-port.ts";
export { type Database, type FreshDatabase, freshDatabase } from "./fresh-database.ts";
export { type Gate, gateBefore } from "./gate.ts";
export { sharePostgres } from "./share-postgres.ts";
export { type KeptPostgres, startKeptPostgres } from "./start-kept-postgres.ts";
export { type Postgres, type PostgresOptions, startPostgres } from "./start-postgres.ts";
