import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { withClient } from "../src/connect.ts";
import { createDatabase, sharePostgres, startPostgres, startPostgresFilledOnce } from "../src/index.ts";

const ask = (url: string, sql: string): Promise<Record<string, unknown>> =>
  withClient(url, async (client) => (await client.query(sql)).rows[0]);

const folderOf = async (url: string) => String((await ask(url, "SHOW data_directory")).data_directory);

/** A process that starts a server of its own, and the address of its database. */
async function startParent(env: NodeJS.ProcessEnv = {}): Promise<{ parent: ChildProcess; url: string }> {
  const file = fileURLToPath(new URL("parent-process.ts", import.meta.url));
  const parent = spawn(process.execPath, [file], {
    env: { ...process.env, PAY_INDEX_POSTGRES: "", DATABASE_URL: "", ...env },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [url] = await once(createInterface({ input: parent.stdout }), "line");
  return { parent, url };
}

describe("a server", () => {
  test("starts, answers with its password only, and deletes its files when it is stopped", async () => {
    const server = await startPostgres();
    const folder = await folderOf(server.url);
    expect(existsSync(folder)).toBe(true);
    const settings = "SELECT current_setting('listen_addresses') AS at, current_setting('fsync') AS fsync";
    expect(await ask(server.url, settings)).toEqual({ at: "127.0.0.1", fsync: "off" });
    const guessed = Object.assign(new URL(server.url), { password: "guessed" });
    await expect(ask(guessed.href, "SELECT 1")).rejects.toThrow("password authentication failed");
    await server.stop();
    expect(existsSync(folder)).toBe(false);
    await expect(ask(server.url, "SELECT 1")).rejects.toThrow();
  });

  test("syncs to the disk with the option durable, and starts again on the same port with its saved data", async () => {
    const folder = await mkdtemp(join(tmpdir(), "pay-index-back-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const server = await startPostgres({ durable: true });
    expect(await ask(server.url, "SHOW fsync")).toEqual({ fsync: "on" });
    await ask(server.url, "CREATE TABLE kept AS SELECT 1 AS one");
    const keepIn = join(folder, "cluster");
    await server.stop({ keepIn });
    const again = await startPostgres({ from: keepIn, port: Number(new URL(server.url).port) });
    onTestFinished(() => again.stop());
    expect(await ask(server.url, "SELECT one FROM kept")).toEqual({ one: 1 });
  });

  // A process of another session says nothing to us when it ends: what it leaves is looked at.
  test.each(["SIGKILL", "SIGINT", "SIGTERM"] as const)("stops when its parent ends by %s", async (signal) => {
    const { parent, url } = await startParent();
    const folder = await folderOf(url);
    // To the whole group, as Ctrl-C on a terminal does.
    process.kill(-(parent.pid ?? 0), signal);
    await expect.poll(() => existsSync(folder), { timeout: 10_000, interval: 20 }).toBe(false);
    await expect(ask(url, "SELECT 1")).rejects.toThrow();
  });
});

describe("a saved server", () => {
  test("is filled once, and each start begins with the filled data", async () => {
    const folder = join(await mkdtemp(join(tmpdir(), "pay-index-kept-")), "orders");
    onTestFinished(() => rm(dirname(folder), { recursive: true }));
    let filled = 0;
    const start = async () => {
      const server = await startPostgresFilledOnce({
        folder,
        async fill(url) {
          filled++;
          await ask(url, "CREATE TABLE orders (id TEXT)");
        },
      });
      onTestFinished(() => server.stop());
      return server;
    };
    const one = await start();
    await ask(one.url, "INSERT INTO orders VALUES ('1')");
    const other = await start();
    expect(await ask(other.url, "SELECT COUNT(*)::int AS n FROM orders")).toEqual({ n: 0 });
    expect(filled).toBe(1);
  });

  test("is not saved if filling it fails", async () => {
    const folder = join(await mkdtemp(join(tmpdir(), "pay-index-kept-")), "broken");
    onTestFinished(() => rm(dirname(folder), { recursive: true }));
    const fill = () => Promise.reject(new Error("no stock"));
    await expect(startPostgresFilledOnce({ folder, fill })).rejects.toThrow("no stock");
    expect(existsSync(folder)).toBe(false);
  });
});

describe("a fresh database", () => {
  test("is empty and separate from other databases", async () => {
    const [one, other] = await Promise.all([createDatabase(), createDatabase()]);
    expect(one.url).not.toBe(other.url);
    await ask(one.url, "CREATE TABLE orders (id TEXT)");
    expect(await ask(other.url, "SELECT to_regclass('orders') AS orders")).toEqual({ orders: null });
    await one.drop();
    await expect(ask(one.url, "SELECT 1")).rejects.toThrow("does not exist");
    await other.drop();
  });

  test("is a copy of a template, which is made once, and again only if making it failed", async () => {
    let made = 0;
    const make = async (url: string) => {
      await ask(url, made++ === 0 ? "CREATE NONSENSE" : "CREATE TABLE orders (id TEXT)");
    };
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const copy = () => createDatabase({ server: server.url, template: { name: "orders", make } });
    await expect(copy()).rejects.toThrow("syntax error");
    const copies = await Promise.all([copy(), copy(), copy()]);
    expect(made).toBe(2);
    for (const { url } of copies)
      expect(await ask(url, "SELECT COUNT(*)::int AS n FROM orders")).toEqual({ n: 0 });
  });

  test("is on the server of DATABASE_URL if this variable is set", async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const { url } = await startParent({ DATABASE_URL: server.url });
    expect(new URL(url).port).toBe(new URL(server.url).port);
  });

  test("is on one server for all processes of a run", async () => {
    const before = process.env.PAY_INDEX_POSTGRES;
    const end = await sharePostgres();
    const serverUrl = process.env.PAY_INDEX_POSTGRES ?? "";
    process.env.PAY_INDEX_POSTGRES = before ?? "";
    const [one, other] = await Promise.all([1, 2].map(() => startParent({ PAY_INDEX_POSTGRES: serverUrl })));
    expect(new URL(one!.url).port).toBe(new URL(other!.url).port);
    const folder = await folderOf(one!.url);
    await end();
    expect(existsSync(folder)).toBe(false);
  });
});
