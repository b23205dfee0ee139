import { ConfigService, TransactionalConnection } from "@vendure/core";
import { TransactionWrapper } from "@vendure/core/dist/connection/transaction-wrapper.js";
import { DataSource, type DataSourceOptions } from "typeorm";
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
