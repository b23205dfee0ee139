import { ModulesSdkUtils } from "@medusajs/framework/utils";
import { createDatabase, startOutageProxy } from "@pay-index/embedded-postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { assertTablesExist } from "../src/modules/pay-index/loaders/assert-tables-exist.ts";
import { type DatabaseTimeouts, type Knex, KnexDatabase } from "../src/store/knex-database.ts";

/** Medusa's pool, as Medusa makes it, whose database can be taken away. */
async function openPool({ max, ...timeouts }: { readonly max: number } & Partial<DatabaseTimeouts>) {
  const { url, drop } = await createDatabase();
  const gate = await startOutageProxy(url);
  const knex = ModulesSdkUtils.createPgConnection({
    clientUrl: gate.url,
    driverOptions: { connection: { ssl: false } },
    pool: { min: 0, max },
  });
  onTestFinished(async () => {
    await knex.destroy();
    gate.close();
    await drop();
  });
  return { knex, gate, engine: new KnexDatabase(knex as never as Knex, timeouts) };
}

test("a store whose pool is exhausted is unavailable, and returns a connection that it gets too late", async () => {
  const { knex, engine } = await openPool({ max: 1, connection: 50 });
  const ask = () => engine.read.all("SELECT 1 AS one", {});
  const only = await knex.client.acquireConnection();
  await expect(ask()).rejects.toMatchObject({ code: "store_unavailable", message: /pool\.max/ });
  await knex.client.releaseConnection(only);
  await expect.poll(() => knex.client.pool.numUsed()).toBe(0);
  expect(await ask()).toEqual([{ one: 1 }]);
});

describe("connections that the server closed", () => {
  const max = 4;
  const insert = "INSERT INTO told VALUES ('once')";
  const told = "SELECT word FROM told";

  type Pool = Awaited<ReturnType<typeof openPool>>;

  async function withTable() {
    const pool = await openPool({ max });
    await pool.engine.write((connection) => connection.run("CREATE TABLE told (word TEXT)", {}));
    return pool;
  }

  /** All that the pool may hold have ended, which each of them will tell when it is used. */
  async function forgotten() {
    const pool = await withTable();
    const { client } = pool.knex;
    const held = await Promise.all(Array.from({ length: max }, () => client.acquireConnection()));
    for (const each of held) await client.releaseConnection(each);
    pool.gate.forget();
    return pool;
  }

  test("a read and a write try one connection after another until one works, and leave no closed one in the pool", async () => {
    for (const ask of [
      async ({ engine }: Pool) => engine.read.all("SELECT 'once' AS word", {}),
      async ({ engine }: Pool) => {
        await engine.write((connection) => connection.run(insert, {}));
        return engine.read.all(told, {});
      },
    ]) {
      const pool = await forgotten();
      expect(await ask(pool)).toEqual([{ word: "once" }]);
      expect([pool.knex.client.pool.numFree(), pool.knex.client.pool.numUsed()]).toEqual([1, 0]);
    }
  });

  test.each([
    ["that has started is not repeated", "before"],
    ["whose commit was not confirmed may be stored, so it fails and is not repeated", "after"],
  ])("a write %s", async (_, when) => {
    const { gate, engine } = await withTable();
    let begun = 0;
    const lost = engine.write(async (connection) => {
      begun++;
      if (when === "before") gate.forget();
      await connection.run(insert, {});
      if (when === "after") gate.forget();
    });
    await expect(lost).rejects.toMatchObject({ code: "store_unavailable" });
    expect(begun).toBe(1);
    if (when === "before") expect(await engine.read.all(told, {})).toEqual([]);
  });
});

test("a read that closes each connection fails with the reason", async () => {
  const { engine } = await openPool({ max: 3 });
  await engine.write((connection) => connection.run("CREATE SEQUENCE asked", {}));
  const fatal = engine.read.all("SELECT nextval('asked'), pg_terminate_backend(pg_backend_pid())", {});
  await expect(fatal).rejects.toMatchObject({ code: "store_unavailable", message: /terminating connection/ });
  expect(await engine.read.all("SELECT CAST(last_value AS INTEGER) AS times FROM asked", {})).toEqual([
    { times: 4 },
  ]);
});

test("a connection whose statement timed out is not used again", async () => {
  const { knex, gate, engine } = await openPool({ max: 1, statement: 1000 });
  expect(await engine.read.all("SELECT 1 AS one", {})).toEqual([{ one: 1 }]);
  gate.hush();
  await expect(engine.read.all("SELECT 1 AS one", {})).rejects.toMatchObject({ message: /timeout/ });
  gate.open();
  expect((await knex.raw("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("a read replica given by mistake stops the boot", async () => {
  const { knex } = await openPool({ max: 1 });
  await knex.raw("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
  await expect(assertTablesExist({ container: { resolve: () => knex } } as never)).rejects.toMatchObject({
    code: "store_unavailable",
    message: expect.stringContaining("Use the address of the primary"),
  });
});
