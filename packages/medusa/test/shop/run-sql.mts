import { Client } from "pg";
import type { TestShop } from "./test-shop.mts";

/** Past Medusa: for states that take a crash or a stranger to come about. */
export async function runSql(
  { database }: TestShop,
  text: string,
  values: unknown[] = [],
): Promise<Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows;
}
