import { PayIndexError } from "@pay-index/core";
import { toEventError } from "@pay-index/core/adapter";
import { findMissingTablesByReading } from "@pay-index/core/store";
import { checkServer, serverSettingsSql } from "@pay-index/postgres/adapter";
import { ProcessContext, TransactionalConnection } from "@vendure/core";
import type { EntityTarget, ObjectLiteral } from "typeorm";
import { pluginEntities } from "../entities/entities.ts";
import { checkMariadb } from "./mariadb-settings.ts";

const howToCreate =
  "Generate a migration and run it, as after every change of plugins: npx vendure migrate -g pay-index, then npx vendure migrate -r.";

/**
 * Returns why the plugin's tables cannot be used, and the solution. Undefined if they can.
 *
 * @throws the error of the database if it is not about a missing table
 */
export async function findMissingTablesProblem({ rawConnection }: Connected): Promise<string | undefined> {
  const missing = await findMissingTablesByReading(
    pluginEntities as readonly EntityTarget<ObjectLiteral>[],
    (entity) => rawConnection.getRepository(entity).exists(),
  );
  if (missing.length === 0) return undefined;
  const names = missing.map((entity) => rawConnection.getMetadata(entity).tablePath);
  return `The database does not have the tables ${names.join(", ")}. ${howToCreate}`;
}

type Connected = Pick<TransactionalConnection, "rawConnection">;

/**
 * @throws PayIndexError `store_unavailable`: a shop without the tables would take payments and lose their notifications
 */
export async function requireTables(connection: Connected): Promise<void> {
  const { rawConnection } = connection;
  const unusable = (cause: unknown) =>
    `The tables of pay-index cannot be used: ${toEventError(cause).message}`;
  const refuse = (error: unknown) => {
    throw error instanceof PayIndexError ? error : new PayIndexError("store_unavailable", unusable(error));
  };
  if (rawConnection.options.type === "postgres")
    await rawConnection
      .query(serverSettingsSql)
      .then(([row]) => checkServer(row))
      .catch(refuse);
  const problem = await findMissingTablesProblem(connection).catch(unusable);
  if (problem !== undefined) throw new PayIndexError("store_unavailable", problem);
  await checkMariadb(rawConnection).catch(refuse);
}

/**
 * Checks the tables while Nest creates the providers of a server: an error ends the process then. Later it would not,
 * because Vendure has open connections. A worker may start before the server that creates the tables.
 */
export const tablesCheckProvider = {
  provide: Symbol("pay-index tables"),
  inject: [TransactionalConnection, ProcessContext],
  useFactory: async (connection: TransactionalConnection, { isServer }: ProcessContext): Promise<boolean> => {
    if (isServer) await requireTables(connection);
    return isServer;
  },
};
