export { migratePostgres, type PostgresOptions, postgres } from "./postgres-store.ts";
