import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createDatabase, findFreePort } from "@pay-index/embedded-postgres";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const databases = { SQLite: openSqlite, Postgres: openPostgres };

describe.each(Object.keys(databases) as (keyof typeof databases)[])("on %s", (kind) => {
  let database: Database;
  let sandbox: Sandbox;
  let port: number;
  const running = new Set<ChildProcess>();

  beforeEach(async () => {
    database = await databases[kind]();
    await database.ask("CREATE TABLE effects (reference TEXT NOT NULL)");
    // Each notification starts after the response, and comes again quickly and often enough to meet the restarted shop.
    sandbox = await createSandbox({ port: 0, jitter: { min: 5, max: 5 }, retryGaps: Array(100).fill(200) });
    port = await findFreePort();
  });

  afterEach(async () => {
    for (const child of running) child.kill("SIGKILL");
    await sandbox.close();
    await database.close();
  });

  async function shop(killAfter = ""): Promise<ChildProcess> {
    const child = fork(new URL("crashing-shop-process.ts", import.meta.url), {
      execPath: process.execPath,
      execArgv: [],
      env: {
        ...process.env,
        SHOP_DB: database.address,
        SHOP_PORT: String(port),
        GATEWAY: sandbox.url,
        DIE_AFTER: killAfter,
      },
    });
    running.add(child);
    await once(child, "message");
    return child;
  }

  /** Starts a sale in a shop that dies after this step, and waits until it is dead. */
  async function killAfter(step: string): Promise<void> {
    const child = await shop(step);
    const ended = once(child, "exit");
    await start().catch(() => undefined);
    expect(await ended).toEqual([null, "SIGKILL"]);
  }

  async function start(): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}/start/order-1`, { method: "POST" });
    return response.json();
  }

  /** All of the engine that a commit must change together. */
  async function engine() {
    const one = async (sql: string) => (await database.ask(sql))[0];
    return {
      state: (await one("SELECT state FROM pay_index_attempt"))?.state,
      evidence: (await one("SELECT processed FROM pay_index_notification"))?.processed,
      job: (await one("SELECT status FROM pay_index_job WHERE kind = 'place-order'"))?.status,
      effects: Number((await one("SELECT COUNT(*) AS n FROM effects"))?.n),
    };
  }

  const done = { state: "paid", evidence: 1, job: "completed", effects: 1 };

  async function acknowledged(): Promise<void> {
    const [order] = sandbox.orders();
    if (order === undefined) throw new Error("the sandbox has no order");
    while ((await sandbox.nextDelivery(order.orderId)).outcome !== "ok");
  }

  /** Becomes true when another process has written it: there is no event across processes to await. */
  async function eventually(isThere: () => Promise<boolean>): Promise<void> {
    await expect.poll(isThere, { timeout: 10_000, interval: 20 }).toBe(true);
  }

  test("killed after the payment's commit: nothing was sent, and nothing is sent twice", async () => {
    await killAfter("start");
    expect(await engine()).toEqual({ state: "created", evidence: undefined, job: undefined, effects: 0 });
    expect(sandbox.orders()).toEqual([]);
    await shop();
    expect(await start()).toEqual({ state: "waiting", reused: true });
    expect(sandbox.orders()).toEqual([]);
  });

  test("killed after the answer's commit: the notification meets the restarted shop", async () => {
    // A notification may be there before the answer is stored. This one is lost, and comes again once the clock goes on.
    await sandbox.freeze();
    await sandbox.setFaults({ of: "next" }, [{ kind: "drop", tries: 1 }]);
    await killAfter("response");
    expect(await engine()).toMatchObject({ state: "approved", effects: 0 });
    await shop();
    await sandbox.freeze(false);
    await acknowledged();
    expect(await engine()).toEqual(done);
  });

  test("killed after T1: the evidence is there alone, and the next notification finishes the rest (B-28)", async () => {
    await killAfter("receive");
    expect(await engine()).toMatchObject({ evidence: 0, job: undefined, effects: 0 });
    expect((await engine()).state).not.toBe("paid");
    await shop();
    await acknowledged();
    expect(await engine()).toEqual(done);
  });

  test("killed after T2: state, evidence and job are there together, and the tick applies it once the lease ends", async () => {
    await killAfter("apply");
    expect(await engine()).toEqual({ state: "paid", evidence: 1, job: "due", effects: 0 });
    await shop();
    await acknowledged();
    expect((await engine()).effects).toBe(0);
    const [{ lease_until: heldUntil } = {}] = await database.ask(
      "SELECT lease_until FROM pay_index_job WHERE kind = 'place-order'",
    );
    expect(Date.parse(String(heldUntil)) - Date.now()).toBeLessThanOrEqual(30_000);
    await database.ask(
      "UPDATE pay_index_job SET lease_until = '2001-01-01T00:00:00.000Z' WHERE kind = 'place-order'",
    );
    await eventually(async () => (await engine()).effects === 1);
    expect(await engine()).toEqual(done);
  });

  describe("a later cycle of a subscription", () => {
    async function readCycle() {
      const one = async (sql: string) => (await database.ask(sql))[0];
      const cycle = await one("SELECT record FROM pay_index_cycle WHERE number = 2");
      return {
        state: cycle === undefined ? undefined : JSON.parse(String(cycle.record)).state,
        job: (await one("SELECT status FROM pay_index_job WHERE kind = 'place-renewal' AND cycle = 2"))
          ?.status,
        effects: Number((await one("SELECT COUNT(*) AS n FROM effects WHERE reference LIKE '%/2'"))?.n),
      };
    }

    /** A subscription is begun and paid; then the shop dies of its second cycle, and is started again. */
    async function dieOfCycle(step: string) {
      const first = await shop();
      await fetch(`http://127.0.0.1:${port}/start/plan-1`, { method: "POST" });
      await acknowledged();
      const ended = once(first, "exit");
      first.kill("SIGKILL");
      await ended;
      const second = await shop(step);
      const died = once(second, "exit");
      const moved = sandbox.advance({ days: 7 });
      expect(await died).toEqual([null, "SIGKILL"]);
      await moved;
      return readCycle();
    }

    /** The restarted shop gets the notification again, or finds it in its store. */
    async function isRenewedOnce(): Promise<void> {
      await shop();
      await sandbox.advance({ seconds: 60 });
      await database.ask(
        "UPDATE pay_index_job SET lease_until = '2001-01-01T00:00:00.000Z' WHERE status <> 'completed'",
      );
      await eventually(async () => (await readCycle()).effects === 1);
      expect(await readCycle()).toEqual({ state: "paid", job: "completed", effects: 1 });
    }

    test.each([
      ["receive", { state: undefined, job: undefined, effects: 0 }],
      ["apply", { state: "paid", job: "due", effects: 0 }],
      ["finish", { state: "paid", job: "completed", effects: 1 }],
    ])("killed after %s: it is renewed once (B-28, B-47, CYC-RENEWAL)", async (step, left) => {
      expect(await dieOfCycle(step)).toEqual(left);
      await isRenewedOnce();
    });
  });

  test("killed after T3, before the reply: effect and completed job are there together, and the repeat adds nothing", async () => {
    await killAfter("finish");
    expect(await engine()).toEqual(done);
    await shop();
    await acknowledged();
    expect(await engine()).toEqual(done);
  });
});

interface Database {
  readonly address: string;
  ask(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

async function openSqlite(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-"));
  const address = join(folder, "shop.db");
  const database = new DatabaseSync(address, { timeout: 5000 });
  database.exec("PRAGMA journal_mode = WAL");
  return {
    address,
    ask: async (sql) => database.prepare(sql).all() as Record<string, unknown>[],
    close: async () => {
      database.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openPostgres(): Promise<Database> {
  const { url, drop } = await createDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    address: url,
    ask: async (sql) => (await client.query(sql)).rows,
    close: async () => {
      await client.end();
      await drop();
    },
  };
}
