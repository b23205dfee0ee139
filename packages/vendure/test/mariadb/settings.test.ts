import {
  createMariadbDatabase,
  isMariadbInstalled,
  type KeptServer,
  type MariadbTestDatabase,
  startMariadb,
} from "@pay-index/embedded-postgres";
import type { DataSourceOptions } from "typeorm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PayIndexPayment } from "../../src/entities/entities.ts";
import { findMariadbWarnings } from "../../src/store/mariadb-settings.ts";
import { requireTables } from "../../src/store/require-tables.ts";
import { createVendureStore } from "../../src/store/vendure-store.ts";
import { connect } from "../connect.mts";

const warningsOf = ({ rawConnection }: Awaited<ReturnType<typeof connect>>) =>
  findMariadbWarnings(rawConnection);

describe.skipIf(!isMariadbInstalled)("a MariaDB with settings that could lose payments", () => {
  let server: KeptServer | undefined;
  let database: MariadbTestDatabase;
  beforeAll(async () => {
    server = await startMariadb({
      settings: { "log-bin": "log", "server-id": "1", "character-set-server": "latin1" },
    });
    database = await createMariadbDatabase({ server: server.url });
    await database.asAdmin((admin) => admin.query("SET GLOBAL binlog_format = 'MIXED'"));
    const { rawConnection } = await connect({ type: "mariadb", url: database.url });
    await rawConnection.destroy();
  });
  afterAll(() => server?.stop());

  async function open(options: object = {}) {
    const connection = await connect({
      ...{ type: "mariadb", url: database.url, synchronize: false },
      ...options,
    } as DataSourceOptions);
    onTestFinished(() => connection.rawConnection.destroy());
    return connection;
  }

  async function during(change: string, back: string) {
    await database.asAdmin((admin) => admin.query(change));
    onTestFinished(() => database.asAdmin((admin) => admin.query(back)).then(() => undefined));
  }

  test("has no problem, and no warning, with the right ones", async () => {
    const connection = await open();
    await requireTables(connection);
    expect(await warningsOf(connection)).toEqual([]);
  });

  const strict = "STRICT_TRANS_TABLES";
  test.each([
    ["sql_mode", "''", `'${strict}'`, "sql_mode has no STRICT_TRANS_TABLES.* Add it"],
    ["sql_mode", `'${strict},NO_BACKSLASH_ESCAPES'`, `'${strict}'`, "Remove it from sql_mode"],
    ["read_only", "1", "0", "The database is read-only: it is a replica"],
    ["binlog_format", "'STATEMENT'", "'MIXED'", "Set it to ROW or MIXED"],
  ])("%s = %s stops the server", async (name, value, usual, message) => {
    await during(`SET GLOBAL ${name} = ${value}`, `SET GLOBAL ${name} = ${usual}`);
    await expect(requireTables(await open())).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringMatching(new RegExp(message)),
    });
  });

  test.each([
    ["COLLATE", "MODIFY tenant VARCHAR(100) NOT NULL", "pay_index_payment.tenant. Change their collation"],
    ["ENGINE", "ENGINE = Aria", "no transactions: pay_index_payment. Change their engine"],
  ])("a table with another %s stops the server", async (_name, change, message) => {
    const table = `${new URL(database.url).pathname.slice(1)}.pay_index_payment`;
    await during(
      `ALTER TABLE ${table} ${change}`,
      `ALTER TABLE ${table} ENGINE = InnoDB, MODIFY tenant VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL`,
    );
    await expect(requireTables(await open())).rejects.toThrow(message);
  });

  test("a connection with another character set stops the server", async () => {
    await expect(requireTables(await open({ charset: "latin1" }))).rejects.toThrow(
      "Set dbConnectionOptions.charset to utf8mb4",
    );
  });

  test.each(["INSERT", "UPDATE", "DELETE"])("a user without the right %s stops the server", async (right) => {
    const { pathname, username } = new URL(database.url);
    const about = `${right} ON ${pathname.slice(1)}.*`;
    await during(
      `REVOKE ${about} FROM '${username}'@'127.0.0.1'`,
      `GRANT ${about} TO '${username}'@'127.0.0.1'`,
    );
    await expect(requireTables(await open())).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringMatching(new RegExp(`${right} command denied`)),
    });
  });

  test("commits that a power failure can lose are a warning", async () => {
    await during(
      "SET GLOBAL innodb_flush_log_at_trx_commit = 2",
      "SET GLOBAL innodb_flush_log_at_trx_commit = 1",
    );
    expect(await warningsOf(await open())).toMatchObject([{ code: "commits_not_durable" }]);
  });

  test("another time zone changes no instant, and every character comes back", async () => {
    await during("SET GLOBAL time_zone = '+09:00'", "SET GLOBAL time_zone = 'SYSTEM'");
    const connection = await open({ timezone: "-05:00" });
    const store = createVendureStore(connection);
    const at = new Date("2026-03-29T01:30:00.123Z");
    await store.recordActivity({ name: "sweep", at });
    expect(await store.listActivities()).toEqual([{ name: "sweep", at }]);
    const payments = connection.rawConnection.getRepository(PayIndexPayment);
    const row = { tenant: "茶 \u{1F375}", reference: "Größe ", version: 1 };
    await payments.insert(row);
    expect(await payments.findOneBy({ tenant: row.tenant })).toEqual(row);
    expect(await payments.findOneBy({ reference: "Größe" })).toBeNull();
  });
});
