import { expect, test } from "vitest";
import { findMissingTables, findMissingTablesByReading, storeTableNames } from "../../src/entries/store.ts";

const missing = new Map<string, Error>([
  ["pay_index_job", Object.assign(new Error("relation does not exist"), { code: "42P01" })],
  ["pay_index_secret", new Error("wrapped", { cause: new Error("no such table: pay_index_secret") })],
]);

const read = async (table: string) => {
  const error = missing.get(table);
  if (error !== undefined) throw error;
};

test("the tables that Postgres or SQLite does not have are found, in their order", async () => {
  expect(await findMissingTablesByReading(["pay_index_secret", "other", "pay_index_job"], read)).toEqual([
    "pay_index_secret",
    "pay_index_job",
  ]);
});

test("core's own tables are read with a statement of their own", async () => {
  const all = async (statement: string) => {
    const [, table = ""] = /^SELECT 1 FROM (\w+) LIMIT 0$/.exec(statement) ?? [];
    await read(table);
    return [];
  };
  const found = await findMissingTables({ all: all as never });
  expect(found).toEqual(storeTableNames.filter((table) => missing.has(table)));
});

test("any other error is not a missing table", async () => {
  const refused = findMissingTablesByReading(["pay_index_job"], async () => {
    throw new Error("The connection was lost.");
  });
  await expect(refused).rejects.toThrow("connection was lost");
});
