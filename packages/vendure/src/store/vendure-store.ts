import { SqlStore } from "@pay-index/core/store";
import type { RequestContext, TransactionalConnection } from "@vendure/core";
import { PayIndexPayment } from "../entities/payment-entities.ts";
import { checkDatabaseType } from "./database-type.ts";
import { PostgresDatabase } from "./postgres-database.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { StatementTranslator } from "./statement-translator.ts";
import type { VendureDatabase } from "./vendure-database.ts";

/** The payment store in Vendure's own database. Its `tx` is a `RequestContext` with a transaction. */
export class VendureStore extends SqlStore<RequestContext> {
  readonly #database: VendureDatabase;

  constructor(database: VendureDatabase) {
    super(database);
    this.#database = database;
  }

  transaction<Result>(ctx: RequestContext, work: (tx: RequestContext) => Promise<Result>): Promise<Result> {
    return this.#database.transaction(ctx, work);
  }
}

/** @throws PayIndexError `options_invalid` if the database is not supported */
export function createVendureStore(vendure: TransactionalConnection): VendureStore {
  const type = checkDatabaseType(vendure.rawConnection.options);
  const head = tablePrefixOf(vendure);
  switch (type) {
    case "postgres":
      return new VendureStore(new PostgresDatabase(vendure, new StatementTranslator("numbered", head)));
    case "sqljs":
    case "better-sqlite3":
      return new VendureStore(new SqliteDatabase(vendure, new StatementTranslator("positional", head)));
  }
}

/** Returns the schema or the prefix that the shop's connection options add to every table. */
function tablePrefixOf({ rawConnection }: TransactionalConnection): string {
  const { schema, tableName, givenTableName = "" } = rawConnection.getMetadata(PayIndexPayment);
  const prefix = tableName.slice(0, tableName.length - givenTableName.length);
  return schema === undefined ? prefix : `"${schema}".${prefix}`;
}
