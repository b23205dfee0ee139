import { Client } from "pg";
import { movePayments } from "../../src/move/move-payments.ts";

/** Moves a file as the command line does, and prints each step and the number of rows. */
const [, , from = "", to = ""] = process.argv;
const client = new Client({ connectionString: to });
client.on("error", () => undefined);
try {
  await client.connect();
  const tables = await movePayments(from, client, ({ step, table, done, of }) => {
    if (done === of) console.log(`${step} ${table} ${done} of ${of}`);
  });
  console.log(`moved ${tables.reduce((sum, table) => sum + table.rows, 0)} rows`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await client.end();
}
