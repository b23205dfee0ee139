import { runPayProgram } from "@pay-index-apps/demo/suite/docs-start-page";
import { openTestShopProcess } from "@pay-index-apps/demo/suite/test-shop";
import { Client } from "pg";
import { expect, test } from "vitest";
import { startSeededPostgres } from "../src/stock/seeded-postgres.ts";

const page = "docs/start/medusa.md";

async function readRow(database: string, statement: string): Promise<Record<string, unknown> | undefined> {
  const client = new Client(database);
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

test("the program of the start page pays an order in a Medusa shop", { timeout: 180_000 }, async () => {
  const postgres = await startSeededPostgres();
  const shop = await openTestShopProcess({
    main: new URL("../src/main.ts", import.meta.url),
    database: postgres.url,
    orderState: async () => "",
    stored: () => "",
    remove: () => postgres.stop(),
  });
  try {
    const key = await readRow(postgres.url, "SELECT token FROM api_key WHERE type = 'publishable'");
    const output = await runPayProgram(page, {
      parent: new URL(".", import.meta.url),
      env: { MEDUSA_URL: shop.shopUrl, PUBLISHABLE_KEY: String(key?.token) },
    });
    const [, order] = /^Order (\S+) is paid\.$/m.exec(output) ?? [];
    expect(await readRow(postgres.url, 'SELECT id FROM "order"')).toEqual({ id: order });
  } finally {
    await shop.close();
  }
});
