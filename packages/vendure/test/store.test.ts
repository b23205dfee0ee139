import { storeContract } from "@pay-index/conformance";
import { PayIndexError } from "@pay-index/core";
import { storeTableNames } from "@pay-index/core/store";
import {
  createDatabase,
  createMariadbDatabase,
  isMariadbInstalled,
  startOutageProxy,
  type TestDatabase,
} from "@pay-index/embedded-postgres";
import { RequestContext, type TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { PayIndexPayment } from "../src/entities/entities.ts";
import { PostgresDatabase } from "../src/store/postgres-database.ts";
import { requireTables } from "../src/store/require-tables.ts";
import { StatementTranslator } from "../src/store/statement-translator.ts";
import { createVendureStore } from "../src/store/vendure-store.ts";
import { connect, connectForTest } from "./connect.mts";

/** One database for all rules, because creating its tables takes longer than most of them. Each rule finds them empty. */
function sharedConnection(open: () => Promise<TransactionalConnection>) {
  let opened: Promise<TransactionalConnection> | undefined;
  afterAll(async () => (await opened)?.rawConnection.destroy());
  return async () => {
    opened ??= open();
    const { rawConnection } = await opened;
    for (const { tableName } of rawConnection.entityMetadatas)
      await rawConnection.query(`DELETE FROM ${tableName}`);
    return opened;
  };
}

for (const [name, type, create, isSkipped] of [
  ["Postgres", "postgres", createDatabase, false],
  ["MariaDB", "mariadb", createMariadbDatabase, !isMariadbInstalled],
] as const)
  describe.skipIf(isSkipped)(`on ${name}`, () => {
    let database: TestDatabase | undefined;
    const open = () => connect({ type, url: database?.url ?? "" });
    beforeAll(async () => {
      database = await create();
    });
    afterAll(() => database?.drop());
    const connection = sharedConnection(open);

    storeContract<RequestContext>(`Vendure on ${name}`, async () => {
      const store = createVendureStore(await connection());
      const others: TransactionalConnection[] = [];
      return {
        store,
        transaction: (work) => store.transaction(RequestContext.empty(), work),
        async reopen() {
          const other = await open();
          others.push(other);
          return createVendureStore(other);
        },
        async close() {
          for (const { rawConnection } of others) await rawConnection.destroy();
        },
      };
    });
  });

test("all tables are found in a schema outside the search path of Postgres", async () => {
  const { rawConnection } = await connectForTest("postgres", { synchronize: false });
  await rawConnection.query("CREATE SCHEMA shop");
  const connection = await connect({
    type: "postgres",
    url: Object(rawConnection.options).url,
    schema: "shop",
  });
  onTestFinished(() => connection.rawConnection.destroy());
  await requireTables(connection);
});

test("a read replica of Postgres stops the server", async () => {
  const connection = await connectForTest("postgres", { extra: { max: 1 } });
  await connection.rawConnection.query("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
  await expect(requireTables(connection)).rejects.toMatchObject({
    code: "store_unavailable",
    message: expect.stringContaining("Use the address of the primary"),
  });
});

for (const [type, entityPrefix] of [
  ["sqljs", "shop_"],
  ["better-sqlite3", ""],
] as const) {
  const database = type === "sqljs" ? { type } : { type, database: ":memory:" };
  const connection = sharedConnection(() => connect({ ...database, entityPrefix }));
  storeContract<RequestContext>(`Vendure on ${type}${entityPrefix && ", with a prefix"}`, async () => {
    const store = createVendureStore(await connection());
    return {
      store,
      transaction: (work) => store.transaction(RequestContext.empty(), work),
      dirtyReads: "TypeORM has one connection, which everybody shares",
      close: async () => undefined,
    };
  });
}

test("each missing table is named in an error with the command", async () => {
  const connection = await connectForTest("sqljs");
  await requireTables(connection);
  for (const [index, table] of storeTableNames.entries()) {
    await connection.rawConnection.query(`DROP TABLE ${table}`);
    const names = storeTableNames.slice(0, index + 1).join(", ");
    await expect(requireTables(connection)).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringMatching(new RegExp(`does not have the tables ${names}\\..*npx vendure migrate`)),
    });
  }
});

describe("after an outage of Postgres that left closed connections in the pool", () => {
  /** A connection of Vendure's that can be taken away. */
  async function gated() {
    const { url, drop } = await createDatabase();
    const gate = await startOutageProxy(url);
    const connection = await connect({ type: "postgres", url: gate.url });
    onTestFinished(async () => {
      await connection.rawConnection.destroy();
      gate.close();
      await drop();
    });
    return { gate, connection };
  }

  /** Each of them will tell when it is used. */
  async function forgotten() {
    const { gate, connection } = await gated();
    const { max } = Object(connection.rawConnection.driver).master.options;
    const runners = Array.from({ length: max }, () => connection.rawConnection.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));
    for (const runner of runners) await runner.release();
    gate.forget();
    return createVendureStore(connection);
  }

  test("a read is answered although the first connection fails before its query", async () => {
    const { connection } = await gated();
    const { rawConnection } = connection;
    const own = rawConnection.createQueryRunner.bind(rawConnection);
    let lent = 0;
    rawConnection.createQueryRunner = (mode) => {
      const runner = own(mode);
      // As TypeORM does when the connection of a runner fails.
      if (++lent === 1) void runner.release();
      return runner;
    };
    expect(await createVendureStore(connection).findAttempt("ABCDEFGHJKMNPQRSTVWX")).toBeUndefined();
    expect(lent).toBe(2);
  });

  test("a read is answered, and a write succeeds", async () => {
    const read = await forgotten();
    expect(await read.findAttempt("ABCDEFGHJKMNPQRSTVWX")).toBeUndefined();
    const write = await forgotten();
    expect(await write.deleteProcessedNotifications(new Date(), 1)).toBe(0);
  });

  test("a write that has started is not repeated", async () => {
    const { gate, connection } = await gated();
    let begun = 0;
    const database = new PostgresDatabase(connection, new StatementTranslator("numbered", ""));
    const lost = database.write(async (written) => {
      begun++;
      gate.forget();
      await written.all("SELECT 1", {});
    });
    await expect(lost).rejects.toThrow();
    expect(begun).toBe(1);
  });
});

test.each([
  "postgres",
  ...(isMariadbInstalled ? (["mariadb"] as const) : []),
  "sqljs",
  "better-sqlite3",
] as const)(
  "a function that does not end in time is rolled back on %s, and its context takes no statement any more (ENG-HOOK-LIMIT)",
  async (type) => {
    const connection = await connectForTest(type, type === "better-sqlite3" ? { database: ":memory:" } : {});
    const store = createVendureStore(connection);
    const row = (reference: string) => ({ tenant: "default", reference, version: 1 });
    const waits = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const late = Promise.withResolvers<PromiseSettledResult<unknown>[]>();
    const hang = async (tx: RequestContext) => {
      const payments = connection.getRepository(tx, PayIndexPayment);
      await payments.insert(row("in-time"));
      // A savepoint, as TypeORM sets one to save an entity.
      await payments.manager.queryRunner?.startTransaction();
      waits.resolve();
      await goesOn.promise;
      const writes = [
        async () => payments.insert(row("late-1")),
        async () => connection.getRepository(tx, PayIndexPayment).insert(row("late-2")),
        async () =>
          connection.withTransaction(tx, (ctx) =>
            connection.getRepository(ctx, PayIndexPayment).insert(row("late-3")),
          ),
      ];
      late.resolve(await Promise.allSettled(writes.map((write) => write())));
    };
    const hung = store.transaction(RequestContext.empty(), async (tx) => {
      void hang(tx);
      await waits.promise;
      throw new PayIndexError("hook_timeout", "completeOrder did not end.");
    });
    await expect(hung).rejects.toMatchObject({ code: "hook_timeout" });
    await store.transaction(RequestContext.empty(), async (tx) => {
      goesOn.resolve();
      expect((await late.promise).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
      await connection.getRepository(tx, PayIndexPayment).insert(row("another"));
    });
    const stored = await connection.rawConnection.getRepository(PayIndexPayment).find();
    expect(stored.map(({ reference }) => reference)).toEqual(["another"]);
  },
);
