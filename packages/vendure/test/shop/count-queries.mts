import { TransactionalConnection } from "@vendure/core";
import type { Vendure } from "./open-vendure.mts";

/** Counts the statements that select from a table, by default the one of orders, while something is done. */
export async function countQueries<Result>(
  app: Vendure,
  work: () => Promise<Result>,
  part = ' FROM "order" ',
): Promise<{ readonly result: Result; readonly count: number }> {
  const { rawConnection } = app.get(TransactionalConnection);
  const { logger } = rawConnection;
  let count = 0;
  const counting = Object.create(logger) as typeof logger;
  counting.logQuery = (query: string) => {
    if (query.includes(part)) count += 1;
  };
  Object.assign(rawConnection, { logger: counting });
  const { logging } = rawConnection.options;
  Object.assign(rawConnection.options, { logging: ["query"] });
  try {
    return { result: await work(), count };
  } finally {
    Object.assign(rawConnection, { logger });
    Object.assign(rawConnection.options, { logging });
  }
}
