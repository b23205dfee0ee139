import { Client } from "pg";
import type { Stage } from "./stage.mts";

/** Past Medusa: for states that take a crash or a stranger to come about. */
export async function sql({ database }: Stage, text: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(text, values).finally(() => client.end());
}
