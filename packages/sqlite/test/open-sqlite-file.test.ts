import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import {
  createShopFilePath,
  paymentChange,
  runChildProgram,
  sampleAttempt,
  sampleClaim,
  sampleInboxEntry,
  sampleJob,
  samplePaymentKey,
  sampleReviewItem,
} from "@pay-index/conformance/store-fixtures";
import { createSchemaTableSql, migrations } from "@pay-index/core/store";
import { describe, expect, test } from "vitest";
import { sqlite } from "../src/sqlite-store.ts";
import { openOtherConnection, openShop, readRows } from "./fixtures/shop-file.ts";

/** Each only adds to the one before. */
const eachVersion = migrations.map(({ version }) => ({ version, oldest_reader: 1 }));

const sideFiles = (path: string) => [path, `${path}-wal`, `${path}-shm`];

test("a new file and its side files are readable by their owner only, and an existing file keeps its mode", async () => {
  const path = await createShopFilePath();
  const store = sqlite(path);
  await store.receive(sampleInboxEntry("n1"));
  const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
  expect(await Promise.all(sideFiles(path).map(modeOf))).toEqual(["600", "600", "600"]);
  await store.close();
  await chmod(path, 0o640);
  await sqlite(path).close();
  expect(await modeOf(path)).toBe("640");
});

test("a deleted payment is neither in the file nor in its log", async () => {
  const path = await createShopFilePath();
  const store = sqlite(path);
  const key = { tenant: "t", reference: "order-to-forget" };
  const attempt = { ...sampleAttempt(), ...key };
  await store.commit({ ...paymentChange(0, { attempts: [attempt] }), ...key });
  await store.receive({ ...sampleInboxEntry("n1"), ...key });
  await store.commit({ ...paymentChange(1, { attempts: [attempt], processed: ["n1"] }), ...key });
  expect(await store.deletePayment({ ...key, version: 2 })).toBe("deleted");
  const contents = await Promise.all(sideFiles(path).map((file) => readFile(file, "latin1")));
  expect(contents.map((text) => text.split("order-to-forget").length - 1)).toEqual([0, 0, 0]);
  await store.close();
});

describe("opening", () => {
  test.each([":memory:", "", "file::memory:?cache=shared", "file:shop?mode=memory", undefined as never])(
    "%j is not a file",
    (path) => {
      const error = {
        code: "options_invalid",
        message: expect.stringMatching(/path of a file.*MemoryStore/),
      };
      expect(() => sqlite(path)).toThrow(expect.objectContaining(error));
    },
  );

  test.each([-1, Number.NaN, 3601])("lockWait %d is refused", (lockWait) => {
    expect(() => sqlite("never-made.db", { lockWait })).toThrow(
      expect.objectContaining({ code: "options_invalid" }),
    );
  });

  test("the error names a folder that does not exist, and a file that is not a database", async () => {
    const path = await createShopFilePath();
    await writeFile(path, "orders of the year\n".repeat(100));
    for (const [wrong, text] of [
      [`${path}.d/shop.db`, `${path}.d/shop.db`],
      [path, "not a database"],
    ] as const)
      expect(() => sqlite(wrong)).toThrow(
        expect.objectContaining({ code: "store_unavailable", message: expect.stringContaining(text) }),
      );
  });

  test("tables of a later release are used if it only added to them, and refused otherwise", async () => {
    const { path } = await openShop();
    const other = openOtherConnection(path);
    other.exec("INSERT INTO pay_index_schema VALUES (98, 1)");
    const store = sqlite(path);
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("new");
    await store.close();
    other.exec("INSERT INTO pay_index_schema VALUES (99, 98)");
    const error = { code: "record_unreadable", message: expect.stringContaining("version 99") };
    expect(() => sqlite(path)).toThrow(expect.objectContaining(error));
  });

  test("what a later release has written in them is left to it", async () => {
    const { store } = await openShop();
    const kind = "of-a-later-release" as never;
    const fact = { source: "refusal-upheld", at: "2026-01-31T23:59:00.000Z", later: 1 } as const;
    const later = { ...sampleAttempt({ facts: [fact] }), later: { fields: [1] } };
    const growing = { ...sampleReviewItem("i2"), later: 1 };
    await store.commit(
      paymentChange(0, {
        attempts: [later],
        jobs: [{ job: sampleJob("w1", { kind }) }, { job: sampleJob("w2") }],
        reviewItems: [sampleReviewItem("i1", { kind }), growing],
      }),
    );
    const { attempts, jobs, reviewItems } = await store.load(samplePaymentKey, { attemptIds: ["N1"] });
    await store.commit(paymentChange(1, { attempts, updatedItems: reviewItems }));
    expect(await store.findAttempt("N1")).toEqual(later);
    expect(jobs.map(({ id }) => id)).toEqual(["w2"]);
    const created = { after: { createdAt: "2026-01-01", id: "" }, before: new Date("2027-01-01"), limit: 9 };
    for (const listed of [store.listReviewItems(9), store.listCreatedReviewItems(created)])
      expect(await listed).toEqual([growing]);
    expect(await store.claimDueJobs(sampleClaim, 9)).toMatchObject([{ job: { id: "w2" } }]);
    expect(await store.claimDueJobs({ ...sampleClaim, asksGateway: false }, 9)).toEqual([]);
  });

  test("needs no lock if the tables exist", async () => {
    const { path } = await openShop();
    openOtherConnection(path).exec("BEGIN IMMEDIATE");
    await sqlite(path, { lockWait: 0 }).close();
  });

  test("waits for a program that writes to the file, and fails if it writes for too long", async () => {
    const path = await createShopFilePath();
    const program = runChildProgram(new URL("./processes/hold-lock.ts", import.meta.url), [path]);
    expect(await program.line()).toBe("locked");
    expect(() => sqlite(path, { lockWait: 0.05 })).toThrow(
      expect.objectContaining({ code: "store_unavailable" }),
    );
    program.say("go");
    await sqlite(path).close();
    expect(readRows(path, "SELECT id FROM orders")).toEqual([]);
    await program.ended;
  });

  test("a migration that fails leaves nothing behind", async () => {
    const path = await createShopFilePath();
    const shop = openOtherConnection(path);
    shop.exec("CREATE TABLE pay_index_job (id TEXT)");
    expect(() => sqlite(path)).toThrow(expect.objectContaining({ code: "store_unavailable" }));
    expect(readRows(path, "SELECT name FROM sqlite_master WHERE type = 'table'")).toEqual([
      { name: "pay_index_job" },
    ]);
  });

  test("several processes can create the same file at once", async () => {
    const path = await createShopFilePath();
    const programs = Array.from({ length: 4 }, () =>
      runChildProgram(new URL("./processes/open-on-input.ts", import.meta.url), [path]),
    );
    for (const program of programs) expect(await program.line()).toBe("ready");
    for (const program of programs) program.say("go");
    for (const program of programs) expect(await program.line()).toBe("0");
    await Promise.all(programs.map(({ ended }) => ended));
    expect(readRows(path, "SELECT * FROM pay_index_schema")).toEqual(eachVersion);
  });

  test("existing tables and their rows are not changed", async () => {
    const path = await createShopFilePath();
    const file = new DatabaseSync(path);
    const statements = migrations.flatMap((migration) => migration.statements);
    for (const statement of [createSchemaTableSql, ...statements]) file.exec(statement);
    file.exec("INSERT INTO pay_index_payment VALUES ('default', 'order-1', 7)");
    file.close();
    const store = sqlite(path);
    const transactions = [{ attemptId: "N1", transactionId: "T", usedFor: 2 }];
    expect(await store.commit(paymentChange(7, { transactions }))).toBe("committed");
    expect(await store.load(samplePaymentKey, { transactions })).toMatchObject({ version: 8, transactions });
    await store.close();
    expect(readRows(path, "SELECT * FROM pay_index_schema")).toEqual(eachVersion);
  });

  test("a Node without SQLite can import the package, and opening a store throws an error about node:sqlite", async () => {
    const program = runChildProgram(
      new URL("./processes/open-on-input.ts", import.meta.url),
      [await createShopFilePath()],
      ["--no-experimental-sqlite"],
    );
    expect(await program.line()).toBe("ready");
    program.say("go");
    await expect(program.ended).rejects.toThrow(
      /PayIndexError: This Node has no node:sqlite.*code: 'options_invalid'/s,
    );
  });
});

describe("a process that dies", () => {
  test("loses only what it had not committed", async () => {
    const path = await createShopFilePath();
    const program = runChildProgram(new URL("./processes/wait-in-transaction.ts", import.meta.url), [path]);
    expect(await program.line()).toBe("half-way");
    await program.kill();
    const store = sqlite(path);
    expect(await store.receive(sampleInboxEntry("n1"))).toBe("pending");
    expect(
      (await store.load(samplePaymentKey, { attemptIds: ["N1"] })).jobs.map(({ status }) => status),
    ).toEqual(["completed", "due"]);
    expect(readRows(path, "SELECT id FROM orders")).toEqual([{ id: "paid" }]);
    expect(await store.claimDueJobs(sampleClaim, 10)).toMatchObject([{ job: { id: "w2" } }]);
    await store.close();
  });
});
