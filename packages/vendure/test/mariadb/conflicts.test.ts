import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { RequestContext, type TransactionalConnection } from "@vendure/core";
import type { QueryRunner } from "typeorm";
import { describe, expect, test } from "vitest";
import { PayIndexPayment } from "../../src/entities/entities.ts";
import { MariadbDatabase } from "../../src/store/mariadb-database.ts";
import { StatementTranslator } from "../../src/store/statement-translator.ts";
import { connectForTest } from "../connect.mts";

const lock = (reference: string) =>
  `SELECT version FROM pay_index_payment WHERE tenant = 'default' AND reference = '${reference}' FOR UPDATE`;
const insert = (reference: string) => `INSERT INTO pay_index_payment VALUES ('default', '${reference}', 1)`;

describe.skipIf(!isMariadbInstalled)("a transaction that MariaDB ends for another one", () => {
  async function open() {
    const connection = await connectForTest("mariadb");
    for (const reference of ["a", "b"]) await connection.rawConnection.query(insert(reference));
    return {
      connection,
      database: new MariadbDatabase(connection, new StatementTranslator("positional", "")),
    };
  }

  /** Ends the transaction of `victim`, which has locked the row `a`: the other one has changed more rows, so it goes on. */
  async function deadlock(
    { rawConnection }: TransactionalConnection,
    victim: (sql: string) => Promise<unknown>,
  ) {
    const other: QueryRunner = rawConnection.createQueryRunner();
    await other.startTransaction();
    for (let row = 0; row < 5; row++) await other.query(insert(`other-${row}`));
    await other.query(lock("b"));
    const meets = other.query(lock("a"));
    const failure = await victim(lock("b")).then(
      () => undefined,
      (error: unknown) => error,
    );
    await meets;
    await other.rollbackTransaction();
    await other.release();
    return failure;
  }

  const stored = async ({ rawConnection }: TransactionalConnection) =>
    (await rawConnection.getRepository(PayIndexPayment).find()).map(({ reference }) => reference);

  test("is repeated, if it is the plugin's own", async () => {
    const { connection, database } = await open();
    let runs = 0;
    await database.write(async (own) => {
      await own.all(lock("a"), {});
      await own.run(insert(`run-${++runs}`), {});
      if (runs > 1) return;
      const failure = await deadlock(connection, (sql) => own.all(sql, {}));
      expect(failure).toMatchObject({ code: "ER_LOCK_DEADLOCK" });
      throw failure;
    });
    expect(await stored(connection)).toEqual(["a", "b", "run-2"]);
  });

  test("commits nothing of what comes later, if code of the shop has ignored the error", async () => {
    const { connection, database } = await open();
    const transaction = database.transaction(RequestContext.empty(), async (tx) => {
      const own = database.within(tx);
      await own.all(lock("a"), {});
      expect(await deadlock(connection, (sql) => own.all(sql, {}))).toMatchObject({
        code: "ER_LOCK_DEADLOCK",
      });
      await connection
        .getRepository(tx, PayIndexPayment)
        .insert({ tenant: "default", reference: "late", version: 1 })
        .catch(() => undefined);
    });
    await expect(transaction).rejects.toThrow("The database has rolled this transaction back.");
    expect(await stored(connection)).toEqual(["a", "b"]);
  });

  test("reports the error of the database, which Vendure would replace, so that the order is placed again", async () => {
    const { connection, database } = await open();
    const transaction = database.transaction(RequestContext.empty(), async (tx) => {
      const own = database.within(tx);
      await own.all(lock("a"), {});
      throw await deadlock(connection, (sql) => own.all(sql, {}));
    });
    await expect(transaction).rejects.toMatchObject({ code: "ER_LOCK_DEADLOCK" });
  });

  test("reads what others have committed since its first read, as on Postgres", async () => {
    const { connection, database } = await open();
    await database.transaction(RequestContext.empty(), async (tx) => {
      const payments = connection.getRepository(tx, PayIndexPayment);
      expect(await payments.count()).toBe(2);
      await connection.rawConnection.query(insert("c"));
      expect(await payments.count()).toBe(3);
    });
  });
});
