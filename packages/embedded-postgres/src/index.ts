export { type CreateDatabaseOptions, createDatabase, type TestDatabase } from "./create-database.ts";
export { duringOutage, type OutageKind } from "./database-outage.ts";
export { findFreePort } from "./find-free-port.ts";
export { type OutageProxy, startOutageProxy } from "./outage-proxy.ts";
export { sharePostgres } from "./share-postgres.ts";
export { isPoolerInstalled, startPooler } from "./start-pooler.ts";
export { type PostgresOptions, type PostgresServer, startPostgres } from "./start-postgres.ts";
export { type PostgresFilledOnceOptions, startPostgresFilledOnce } from "./start-postgres-filled-once.ts";
