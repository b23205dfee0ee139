import { postgres } from "@pay-index/postgres";
import { Pool, type PoolClient } from "pg";
import type { Query } from "./shop-tables.ts";
import type { ShopDatabase } from "./test-database.ts";

/** Seconds. A database that is away for longer is said to be away. */
const lockWait = 4;

export async function openPostgresDatabase(url: string): Promise<ShopDatabase<PoolClient>> {
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
