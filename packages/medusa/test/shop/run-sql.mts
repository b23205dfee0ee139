import type { TestDatabase } from "@pay-index/embedded-postgres";
import { Client } from "pg";
import type { Any } from "./any.mts";

/** Past Medusa: for states that take a crash or a stranger to come about. */
export async function runSql(
  { database }: { readonly database: TestDatabase },
  text: string,
  values: unknown[] = [],
): Promise<Any[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows;
}
