import { createDatabase, createMariadbDatabase } from "@pay-index/embedded-postgres";
import { ConfigService, TransactionalConnection } from "@vendure/core";
import { TransactionWrapper } from "@vendure/core/dist/connection/transaction-wrapper.js";
import { DataSource, type DataSourceOptions } from "typeorm";
import { onTestFinished } from "vitest";
import { adaptEntities, pluginEntities } from "../src/entities/entities.ts";
import { checkDatabaseType } from "../src/store/database-type.ts";

/** A connection of Vendure's, without the rest of Vendure. */
export async function connect(options: DataSourceOptions): Promise<TransactionalConnection> {
  adaptEntities(checkDatabaseType(options));
  const source = await new DataSource({
    synchronize: true,
    ...options,
    entities: pluginEntities,
  } as DataSourceOptions).initialize();
  return new TransactionalConnection(source, new TransactionWrapper(), new ConfigService());
}

const servers = {
  postgres: createDatabase,
  mariadb: createMariadbDatabase,
  sqljs: undefined,
  "better-sqlite3": undefined,
};

/** As `connect`, to an empty database that is there until the test has finished. */
export async function connectForTest(type: keyof typeof servers, options: object = {}) {
  const server = await servers[type]?.();
  const place = { type, ...(server && { url: server.url }), ...options } as DataSourceOptions;
  const connection = await connect(place);
  onTestFinished(async () => {
    await connection.rawConnection.destroy();
    await server?.drop();
  });
  return connection;
}
