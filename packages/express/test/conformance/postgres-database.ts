import { Pool, type PoolClient } from "pg";
import { postgres } from "../../src/stores/postgres.ts";
import type { OpenDatabase } from "./database.ts";
import type { Query } from "./shop-books.ts";

/** Seconds. A database that is away for longer is said to be away. */
const lockWait = 4;

export async function openPostgres(url: string): Promise<OpenDatabase<PoolClient>> {
  const pool = new Pool({ connectionString: url });
  // Of connections that nobody uses: whoever uses one is told by its query.
  pool.on("error", (error) => console.error(error.message));
  const read = queryOf(pool);
  return {
    store: postgres(pool, { lockWait }),
    within: queryOf,
    read,
    tableNames: async () => {
      const rows = await read(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
      );
      return rows.map(({ tablename }) => String(tablename));
    },
    close: () => pool.end(),
  };
}

function queryOf(connection: Pick<PoolClient, "query">): Query {
  return async (sql, values = []) => (await connection.query(sql, [...values])).rows;
}
