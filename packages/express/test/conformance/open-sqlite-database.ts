import { DatabaseSync } from "node:sqlite";
import { sqlite } from "@pay-index/sqlite";
import type { Query } from "./shop-tables.ts";
import type { ShopDatabase } from "./test-database.ts";

/** Seconds. A database that is away for longer is said to be away. */
const lockWait = 2;

/** @param hookTimeout seconds for which the shop's own code can hold the database */
export async function openSqliteDatabase(file: string, hookTimeout = 0): Promise<ShopDatabase<DatabaseSync>> {
  const store = sqlite(file, { lockWait: lockWait + hookTimeout });
  const reader = new DatabaseSync(file, { readOnly: true });
  const read = queryOf(reader);
  return {
    store,
    within: queryOf,
    read,
    tableNames: async () => {
      const rows = await read("SELECT name FROM sqlite_master WHERE type = 'table'");
      return rows.map(({ name }) => String(name));
    },
    close: async () => reader.close(),
  };
}

function queryOf(database: DatabaseSync): Query {
  return async (sql, values = []) => {
    const named = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
    return database.prepare(sql).all(named);
  };
}
