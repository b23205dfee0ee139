import { storeContract } from "@pay-index/conformance";
import { freshDatabase } from "@pay-index/embedded-postgres";
import { ConfigService, RequestContext, TransactionalConnection } from "@vendure/core";
import { TransactionWrapper } from "@vendure/core/dist/connection/transaction-wrapper.js";
import { DataSource, type DataSourceOptions } from "typeorm";
import { entities } from "../src/entities.ts";
import { ledgerStore } from "../src/store/ledger-store.ts";

/** A connection of Vendure's, without the rest of Vendure. */
async function connect(options: DataSourceOptions): Promise<TransactionalConnection> {
  const source = await new DataSource({
    ...options,
    entities,
    synchronize: true,
  } as DataSourceOptions).initialize();
  return new TransactionalConnection(source, new TransactionWrapper(), new ConfigService());
}

storeContract<RequestContext>("Vendure on Postgres", async () => {
  const { url, drop } = await freshDatabase();
  const open = () => connect({ type: "postgres", url });
  const first = await open();
  const all = [first];
  const store = ledgerStore(first);
  return {
    store,
    transaction: (work) => store.transaction(RequestContext.empty(), work),
    async reopen() {
      const other = await open();
      all.push(other);
      return ledgerStore(other);
    },
    async close() {
      for (const { rawConnection } of all) await rawConnection.destroy();
      await drop();
    },
  };
});

for (const type of ["sqljs", "better-sqlite3"] as const)
  storeContract<RequestContext>(`Vendure on ${type}`, async () => {
    const connection = await connect(type === "sqljs" ? { type } : { type, database: ":memory:" });
    const store = ledgerStore(connection);
    return {
      store,
      transaction: (work) => store.transaction(RequestContext.empty(), work),
      dirtyReads: "TypeORM has one connection, which everybody shares",
      close: () => connection.rawConnection.destroy(),
    };
  });
