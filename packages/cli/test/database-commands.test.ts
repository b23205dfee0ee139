import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { storeTableNames } from "@pay-index/core/store";
import { sqlite } from "@pay-index/sqlite";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { runCli, runJson } from "./fixtures/run-cli.ts";
import { createFolder, createShopDatabase } from "./fixtures/running-shop.ts";

async function countTables(url: string): Promise<number> {
  const pool = new Pool({ connectionString: url });
  const found = await pool.query("SELECT 1 FROM pg_tables WHERE tablename = ANY($1)", [storeTableNames]);
  await pool.end();
  return found.rows.length;
}

describe("migrate", () => {
  test("creates the tables in an empty folder, and can run again", async () => {
    const url = await createShopDatabase("Postgres");
    const folder = createFolder();
    for (let time = 0; time < 2; time++) {
      const { code, out } = await runCli(["migrate"], { cwd: folder, env: { DATABASE_URL: url } });
      expect(code).toBe(0);
      expect(out).toMatch(/^The tables in postgres:\/\/postgres@127\.0\.0\.1:\d+\/\w+ are up to date\.\n$/);
    }
    expect(await countTables(url)).toBe(storeTableNames.length);
  });

  test("reports a server that does not answer, and a wrong password, without the password", async () => {
    const env = { DATABASE_URL: "postgres://me:sesame@127.0.0.1:1/shop" };
    const missing = await runCli(["migrate"], { env });
    expect(missing.code).toBe(1);
    expect(missing.err).toMatch(/^pay-index migrate: postgres:\/\/me@127\.0\.0\.1:1\/shop cannot be reached/);
    const url = new URL(await createShopDatabase("Postgres"));
    url.password = "sesame";
    const wrong = await runCli(["migrate"], { env: { DATABASE_URL: url.href } });
    expect(wrong.err).toContain("password authentication failed");
    // Without a password, the driver would wait for one.
    url.password = "";
    const none = await runCli(["migrate"], { env: { DATABASE_URL: url.href } });
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("cannot be reached") });
    expect(missing.err + wrong.err).not.toContain("sesame");
  });

  test.each([
    "mysql://me:sesame@localhost/shop",
    "postgres://me:12/sesame@127.0.0.1:1/shop",
    "postgres://me:12#sesame@h/shop",
  ])("refuses the address %s with 2, and displays no part of its password", async (database) => {
    const { code, err } = await runCli(["migrate", "--database", database]);
    expect(code).toBe(2);
    expect(err).toContain("%2F");
    expect(err).not.toContain("sesame");
  });
});

test.each([
  ["migrate", "--database", "postgres://me:sesame@127.0.0.1:1/shop"],
  ["migrate", "--database", "postgres://me@127.0.0.1:1/shop?password=sesame"],
  ["move", "--from", "shop.db", "--to", "postgres://me:sesame@127.0.0.1:1/shop"],
])("%s refuses a password as an argument (%s %s), and says where to put it", async (...args) => {
  const { code, data } = await runJson(args);
  expect({ code, error: data.error.code }).toEqual({ code: 2, error: "password_in_arguments" });
  expect(data.error.message).toMatch(/Set DATABASE_URL, .*PGPASSWORD or PGPASSFILE/);
  expect(JSON.stringify(data)).not.toContain("sesame");
});

describe("move", () => {
  test("copies a SQLite file, and reports the rows", async () => {
    const from = await createShopDatabase("SQLite");
    const store = sqlite(from);
    await store.recordActivity({ name: "sweep", at: new Date(0) });
    await store.close();
    const url = await createShopDatabase("Postgres");
    const { code, data, err } = await runJson(["move", "--from", from], { env: { DATABASE_URL: url } });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(data).toMatchObject({ ok: true, from, rows: 1 });
    expect(data.tables).toContainEqual({ name: "pay_index_activity", rows: 1 });
    const again = await runCli(["move", "--from", from], { env: { DATABASE_URL: url } });
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining("The target is not empty") });
  });

  test("refuses a file that is no database of a shop", async () => {
    const folder = createFolder();
    writeFileSync(join(folder, "other.db"), "");
    const env = { DATABASE_URL: await createShopDatabase("Postgres") };
    const run = await runJson(["move", "--from", "other.db"], { cwd: folder, env });
    expect(run).toMatchObject({ code: 1, data: { error: { code: "move_refused" } } });
  });
});
