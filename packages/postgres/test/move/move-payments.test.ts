import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import {
  createShopFilePath,
  paymentChange,
  runChildProgram,
  sampleAttempt,
  sampleClaim,
  sampleInboxEntry,
  sampleJob,
  sampleJobOutcome,
  sampleLink,
  samplePaymentKey,
  sampleReviewItem,
} from "@pay-index/conformance/store-fixtures";
import { createInstallationSecret, storeTableNames } from "@pay-index/core/store";
import { sqlite } from "@pay-index/sqlite";
import { describe, expect, test } from "vitest";
import { migratePostgres, postgres } from "../../src/postgres-store.ts";
import { createPool, createShopDatabase, openOtherConnection, readRows } from "../fixtures/shop-database.ts";

/** A text that a careless copy would change. */
const oddText = '"T\\u0000 \\\\ {NULL} \\" Größe ☕"';

/** A file with some of everything, more than one batch of it, and such a text. */
async function filledFile(): Promise<string> {
  const path = await createShopFilePath();
  const store = sqlite(path);
  const ids = Array.from({ length: 1200 }, (_, index) => `n${index}`);
  await store.transaction(async (tx) => {
    const insert = tx.prepare(
      "INSERT INTO pay_index_notification VALUES (?, 'default', 'order-1', 'N1', ?, 0, ?)",
    );
    for (const id of ids) {
      const { receivedAt, fact, ...entry } = sampleInboxEntry(id);
      const record = JSON.stringify({ version: 1, ...entry, receivedAt: receivedAt.toISOString(), fact });
      insert.run(id, receivedAt.toISOString(), record.replace('"T-1"', oddText));
    }
  });
  const facts = { facts: [], state: "paid", number: 2, version: 1 } as const;
  await store.commit(
    paymentChange(0, {
      attempts: [sampleAttempt()],
      cycles: [{ attemptId: "N1", ...facts }],
      transactions: [{ attemptId: "N1", transactionId: "T2", usedFor: 2 }],
      processed: ids.slice(0, 700),
      jobs: ["w1", "w2", "w3"].map((id) => ({ job: sampleJob(id) })),
      reviewItems: [sampleReviewItem("i1")],
      links: [sampleLink("l1")],
    }),
  );
  await store.completeJob("w1", sampleJobOutcome);
  await store.claimDueJobs(sampleClaim, 1);
  const secret = { version: 1, addedAt: new Date(0), bytes: randomBytes(32) };
  await store.addSecret(createInstallationSecret(secret), 3);
  await store.rememberSignStrength({ tenant: "t", merchantId: "10002" }, 2);
  await store.receive(sampleInboxEntry("last"));
  await store.claimAlerts({ now: new Date(0), lease: sampleClaim.lease });
  await store.recordActivity({ name: "sweep", at: new Date(0) });
  await store.countAttempts(10);
  await store.countRequest({ id: "window", now: new Date(0), endsAt: new Date(1) });
  await store.close();
  return path;
}

const moveProgram = new URL("../processes/move-from-sqlite.ts", import.meta.url);

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function move(from: string, to: string): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [fileURLToPath(moveProgram), from, to], (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

async function refusal(from: string, to: string): Promise<string> {
  const { code, err } = await move(from, to);
  expect(code).toBe(1);
  expect(err).toMatch(/^[^\n]+\n$/);
  expect(err).not.toContain(new URL(to).password);
  return err;
}

async function counts(url: string): Promise<number[]> {
  const count = async (table: string) => {
    const [row] = await readRows(url, `SELECT COUNT(*)::int AS n FROM ${table}`);
    return (row as { n: number }).n;
  };
  return Promise.all(storeTableNames.map(count));
}

const movedCounts = (notifications: number) => [1, 1, 1, 1, 1, notifications, 3, 1, 1, 1, 1, 1, 1, 1, 1];

describe("movePayments", () => {
  test("copies everything, and reports its progress", async () => {
    const [path, url] = [await filledFile(), await createShopDatabase()];
    const { code, out, err } = await move(path, url);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const table of storeTableNames) expect(out).toContain(`copied ${table} `);
    for (const table of storeTableNames) expect(out).toContain(`verified ${table} `);
    expect(out).toContain("1201 of 1201");
    expect(out).toContain("moved 1217 rows");
    const [before, after] = [sqlite(path), postgres(createPool(url))];
    const asked = [{ attemptId: "N1", number: 2 }];
    const paid = [{ attemptId: "N1", transactionId: "T2" }];
    const whole = { cycles: asked, transactions: paid, newest: 1000 };
    const moved = await after.load(samplePaymentKey, whole);
    expect(moved.transactions).toHaveLength(1);
    expect(moved).toStrictEqual(await before.load(samplePaymentKey, whole));
    expect(await after.receive(sampleInboxEntry("n1"))).toBe("processed");
    expect(await after.receive(sampleInboxEntry("n1100"))).toBe("pending");
    expect(await after.claimDueJobs(sampleClaim, 10)).toStrictEqual(
      await before.claimDueJobs(sampleClaim, 10),
    );
    await before.close();
    await after.close();
  });

  test("a killed move leaves the target empty, and the next move copies everything", async () => {
    const [path, url] = [await filledFile(), await createShopDatabase()];
    await migratePostgres(createPool(url));
    const other = await openOtherConnection(url);
    await other.query(`CREATE FUNCTION wait() RETURNS trigger AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END' LANGUAGE plpgsql`);
    await other.query(
      "CREATE TRIGGER wait BEFORE INSERT ON pay_index_job FOR EACH ROW EXECUTE FUNCTION wait()",
    );
    await other.query("SELECT pg_advisory_lock(1)");
    const program = runChildProgram(moveProgram, [path, url]);
    while (!(await program.line()).includes("pay_index_notification"));
    await program.kill();
    await other.query("SELECT pg_advisory_unlock(1)");
    // Waits for the server to notice: the locks of the dead command end with its transaction.
    await other.query(`BEGIN; LOCK TABLE ${storeTableNames.join(", ")} IN ACCESS EXCLUSIVE MODE; COMMIT`);
    expect(await counts(url)).toEqual(storeTableNames.map(() => 0));
    expect((await move(path, url)).code).toBe(0);
    expect(await counts(url)).toEqual(movedCounts(1201));
  });

  test.each([
    ["one changed text", "NEW.due_at := replace(NEW.due_at, '2026', '2027');", "due_at of w1"],
    ["a row that does not arrive", "IF NEW.id = 'w3' THEN RETURN NULL; END IF;", "w3"],
  ])("the move compares the rows: %s cancels the whole move", async (_, change, what) => {
    const [path, url] = [await filledFile(), await createShopDatabase()];
    const pool = createPool(url);
    await migratePostgres(pool);
    const body = `$$ BEGIN ${change} RETURN NEW; END $$`;
    await pool.query(`CREATE FUNCTION meddle() RETURNS trigger AS ${body} LANGUAGE plpgsql`);
    await pool.query(
      "CREATE TRIGGER meddle BEFORE INSERT ON pay_index_job FOR EACH ROW EXECUTE FUNCTION meddle()",
    );
    expect(await refusal(path, url)).toContain(`${what} is not what was copied`);
    expect(await counts(url)).toEqual(storeTableNames.map(() => 0));
  });

  test("an error after the move is complete is not reported as a failed move", async () => {
    const [path, url] = [await filledFile(), await createShopDatabase()];
    const pool = createPool(url);
    await migratePostgres(pool);
    // Only the move's own transaction waits for locks with a limit. What comes after it is the counting of rows.
    await pool.query(`CREATE FUNCTION within_move(id TEXT) RETURNS text IMMUTABLE AS
      'BEGIN IF current_setting(''lock_timeout'') = ''0'' THEN RAISE ''too late''; END IF; RETURN id; END' LANGUAGE plpgsql`);
    await pool.query("CREATE INDEX ON pay_index_job (within_move(id))");
    expect(await move(path, url)).toMatchObject({ code: 0, err: "" });
    expect(await counts(url)).toEqual(movedCounts(1201));
  });

  test("a target that is not empty is not changed", async () => {
    const [path, url] = [await filledFile(), await createShopDatabase()];
    const store = postgres(createPool(url));
    await store.receive(sampleInboxEntry("mine"));
    expect(await refusal(path, url)).toContain(
      "The target is not empty: pay_index_reported_transaction has rows",
    );
    expect(await counts(url)).toEqual(
      storeTableNames.map((table) =>
        ["pay_index_notification", "pay_index_reported_transaction"].includes(table) ? 1 : 0,
      ),
    );
    await store.close();
  });

  test("a file that an idle shop has open is refused", async () => {
    const [path, url] = [await filledFile(), await createShopDatabase()];
    const store = sqlite(path);
    await store.load(samplePaymentKey);
    expect(await refusal(path, url)).toContain("Another process has");
    await store.receive(sampleInboxEntry("late"));
    await store.close();
    expect((await move(path, url)).code).toBe(0);
    expect(await counts(url)).toEqual(movedCounts(1202));
  });

  const withStatement =
    (statement: string, end = "") =>
    async (path: string) => {
      const database = new DatabaseSync(path + end);
      database.exec(statement);
      database.close();
      return path + end;
    };
  const withText = async (path: string) => {
    await writeFile(`${path}.txt`, "orders of the year\n".repeat(100));
    return `${path}.txt`;
  };
  const later = (oldestReader: number) => `INSERT INTO pay_index_schema VALUES (99, ${oldestReader})`;

  test.each<[string, string, (path: string) => Promise<string>]>([
    ["is not there", "There is no file", async (path) => `${path}.missing`],
    ["is no database", "cannot be read: file is not a database", withText],
    ["has no payments", "has no tables of pay-index", withStatement("CREATE TABLE o (id TEXT)", ".other")],
    ["is of a later release", "from a later release", withStatement(later(1))],
    ["is of a later release that forbids", "Install a newer release", withStatement(later(99))],
    ["was never migrated to this release", "older", withStatement("DELETE FROM pay_index_schema")],
  ])("a file that %s is refused", async (_what, words, prepare) => {
    const [path, url] = [await createShopFilePath(), await createShopDatabase()];
    await sqlite(path).close();
    expect(await refusal(await prepare(path), url)).toContain(words);
  });

  test("tables of a later release in the target are left alone", async () => {
    const [path, url] = [await filledFile(), await createShopDatabase()];
    const pool = createPool(url);
    await migratePostgres(pool);
    await pool.query("INSERT INTO pay_index_schema VALUES (99, 1)");
    expect(await refusal(path, url)).toContain("later release");
  });
});
