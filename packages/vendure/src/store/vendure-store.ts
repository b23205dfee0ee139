import { isPayIndexError } from "@pay-index/core";
import { SqlStore } from "@pay-index/core/store";
import type { RequestContext, TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import { PayIndexPayment } from "../entities/entities.ts";
import { checkDatabaseType, isMariadb } from "./database-type.ts";
import { MariadbDatabase } from "./mariadb-database.ts";
import { PostgresDatabase } from "./postgres-database.ts";
import { requireActiveQueryRunner } from "./require-active-query-runner.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { StatementTranslator } from "./statement-translator.ts";
import type { VendureDatabase } from "./vendure-database.ts";

/** The payment store in Vendure's own database. Its `tx` is a `RequestContext` with a transaction. */
export class VendureStore extends SqlStore<RequestContext> {
  constructor(
    private readonly database: VendureDatabase,
    private readonly vendure: TransactionalConnection,
  ) {
    super(database);
  }

  transaction<Result>(ctx: RequestContext, work: (tx: RequestContext) => Promise<Result>): Promise<Result> {
    return this.database.transaction(ctx, async (tx) => {
      try {
        return await work(tx);
      } catch (error) {
        if (isPayIndexError(error, "hook_timeout")) {
          await rollBackCompletely(requireActiveQueryRunner(this.vendure, tx));
          refuseFurtherUse(tx);
        }
        throw error;
      }
    });
  }
}

/** A hook that hangs can be inside a savepoint, and Vendure would roll back only to it. */
async function rollBackCompletely(runner: QueryRunner): Promise<void> {
  while (runner.isTransactionActive) await runner.rollbackTransaction();
}

/**
 * Makes a context fail that a hook still uses after its time limit (ENG-HOOK-LIMIT). Without its transaction, Vendure would begin a new
 * one, which nobody rolls back. Vendure stores the transaction in the context under a symbol that it does not export.
 */
function refuseFurtherUse(tx: RequestContext): void {
  const get = () => {
    throw new Error(
      "The transaction of this context was rolled back, because the function did not end in time.",
    );
  };
  for (const key of Object.getOwnPropertySymbols(tx)) Object.defineProperty(tx, key, { get });
}

/** @throws PayIndexError `options_invalid` if the database is not supported */
export function createVendureStore(vendure: TransactionalConnection): VendureStore {
  const type = checkDatabaseType(vendure.rawConnection.options);
  const head = tablePrefixOf(vendure);
  if (type === "postgres")
    return new VendureStore(
      new PostgresDatabase(vendure, new StatementTranslator("numbered", head)),
      vendure,
    );
  const Database = isMariadb(type) ? MariadbDatabase : SqliteDatabase;
  return new VendureStore(new Database(vendure, new StatementTranslator("positional", head)), vendure);
}

/** Returns the schema or the prefix that the shop's connection options add to every table. */
function tablePrefixOf({ rawConnection }: TransactionalConnection): string {
  const { schema, tableName, givenTableName = "" } = rawConnection.getMetadata(PayIndexPayment);
  const prefix = tableName.slice(0, tableName.length - givenTableName.length);
  return schema === undefined ? prefix : `"${schema}".${prefix}`;
}
