import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { migratePostgres, postgres } from "../src/stores/postgres.ts";
import { poolOf, rows, shopDatabase, stranger } from "./postgres/shop-database.ts";
import { run } from "./stores/processes.ts";
import { anEntry, theBook } from "./stores/rows.ts";

const versions = "SELECT version, oldest_reader FROM pay_index_schema";

describe("options", () => {
  test.each([undefined, null, {}, "postgres://localhost/shop"])("%j is no pool", (pool) => {
    expect(() => postgres(pool as never)).toThrow(
      expect.objectContaining({ code: "options_invalid", message: expect.stringContaining("Pool") }),
    );
  });

  test.each([
    { lockWait: 0 },
    { lockWait: Number.NaN },
    { lockWait: 3601 },
    { migrate: 1 as never },
    { prepare: "no" as never },
  ])("%j is refused", (options) => {
    expect(() => postgres(new Pool(), options)).toThrow(expect.objectContaining({ code: "options_invalid" }));
  });
});

describe("migrations", () => {
  test("run once from several processes that start at the same time", async () => {
    for (let round = 0; round < 3; round++) {
      const url = await shopDatabase();
      const programs = Array.from({ length: 4 }, () => run("postgres/open-when-told.ts", [url]));
      for (const program of programs) expect(await program.line()).toBe("ready");
      for (const program of programs) program.say("go");
      for (const program of programs) expect(await program.line()).toBe("0");
      await Promise.all(programs.map(({ ended }) => ended));
      expect(await rows(url, versions)).toEqual([{ version: 1, oldest_reader: 1 }]);
    }
  });

  test("run apart: the store says what to do, and works once it is done", async () => {
    const url = await shopDatabase();
    const pool = poolOf(url);
    const store = postgres(pool, { migrate: false });
    const missing = {
      code: "store_unavailable",
      message: expect.stringMatching(/not there\. Run pay-index-migrate/),
    };
    await expect(store.open?.()).rejects.toMatchObject(missing);
    await expect(store.receive(anEntry("n1"))).rejects.toMatchObject(missing);
    expect(await rows(url, "SELECT to_regclass('pay_index_schema') AS found")).toEqual([{ found: null }]);
    await Promise.all([migratePostgres(pool), migratePostgres(poolOf(url))]);
    await migratePostgres(pool);
    expect(await store.receive(anEntry("n1"))).toBe("new");
    await store.close();
  });

  test("a role that may not make tables is told who has to, and works on tables that are there", async () => {
    const url = await shopDatabase();
    const admin = poolOf(url);
    const role = `shop_${new URL(url).pathname.slice(-8)}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    const own = new URL(url);
    own.username = role;
    own.password = "secret";
    const store = postgres(poolOf(own.href));
    await expect(store.open?.()).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringMatching(/permission denied.*Run pay-index-migrate/),
    });
    await migratePostgres(admin);
    await admin.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    expect(await store.receive(anEntry("n1"))).toBe("new");
    await store.close();
    await admin.query(`DROP OWNED BY ${role}`);
    await admin.query(`DROP ROLE ${role}`);
  });

  test("one that fails leaves no trace", async () => {
    const url = await shopDatabase();
    const pool = poolOf(url);
    await pool.query("CREATE TABLE pay_index_work (id TEXT)");
    await expect(postgres(pool).open?.()).rejects.toMatchObject({ code: "store_unavailable" });
    expect(
      await rows(url, "SELECT relname FROM pg_class WHERE relname LIKE 'pay_index%' AND relkind = 'r'"),
    ).toEqual([{ relname: "pay_index_work" }]);
  });

  test("tables of a later release that this one does not understand are refused", async () => {
    const pool = poolOf(await shopDatabase());
    await migratePostgres(pool);
    await pool.query("INSERT INTO pay_index_schema VALUES (99, 98)");
    const refused = { code: "record_unreadable", message: expect.stringContaining("version 99") };
    await expect(postgres(pool).open?.()).rejects.toMatchObject(refused);
    await expect(postgres(pool, { migrate: false }).book(theBook)).rejects.toMatchObject(refused);
  });

  test("tables of a later release that only added to them are used by this one (old code on a new schema)", async () => {
    const pool = poolOf(await shopDatabase());
    await migratePostgres(pool);
    await pool.query("ALTER TABLE pay_index_work ADD COLUMN added TEXT NOT NULL DEFAULT ''");
    await pool.query("INSERT INTO pay_index_schema VALUES (99, 1)");
    const store = postgres(pool, { migrate: false });
    expect(await store.receive(anEntry("n1"))).toBe("new");
    await store.close();
  });

  test("need no lock when the tables are there", async () => {
    const url = await shopDatabase();
    const pool = poolOf(url);
    await migratePostgres(pool);
    const other = await stranger(url);
    await other.query("BEGIN; SELECT pg_advisory_xact_lock(8097887055686558840)");
    await postgres(pool).open?.();
  });
});
