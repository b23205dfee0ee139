import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { createDatabase } from "../../packages/embedded-postgres/src/index.ts";
import { FakeGateway } from "../../packages/express/test/fake-gateway.ts";
import { notificationFields, signFields } from "../../packages/express/test/signed-notification.ts";

/** No dependencies of the project: each has a hundred megabytes. */
const runtimes = {
  Bun: { program: process.env.BUN ?? "bun", options: [] },
  Deno: { program: process.env.DENO ?? "deno", options: ["run", "--allow-all", "--no-check"] },
} as const;
type Runtime = keyof typeof runtimes;

const isInstalled = (name: Runtime) => spawnSync(runtimes[name].program, ["--version"]).status === 0;

async function sqliteFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-bun-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "shop.db");
}

async function postgresDatabase(): Promise<string> {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

/** Starts the shop, and returns its address. It needs the built packages. */
async function startShop(runtime: Runtime, gateway: string, database: string): Promise<string> {
  const { program, options } = runtimes[runtime];
  const main = join(import.meta.dirname, "runtime-shop.ts");
  const shop = spawn(program, [...options, main, gateway, database], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void shop.kill());
  for await (const line of createInterface(shop.stdout))
    if (line.startsWith("port ")) return `http://localhost:${line.slice(5)}`;
  throw new Error("The shop has ended.");
}

async function answerTo(url: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
  return `${response.status} ${await response.text()}`;
}

describe.each(["Bun", "Deno"] as const)("%s", (runtime) => {
  test.skipIf(!isInstalled(runtime)).each([
    ["SQLite", sqliteFile],
    ["Postgres", postgresDatabase],
  ])("sells, and stores a notification in %s (skipped if it is not installed)", async (_, create) => {
    const gateway = await new FakeGateway().open();
    onTestFinished(() => gateway.close());
    const shop = await startShop(runtime, gateway.url, await create());
    const started = await fetch(`${shop}/checkout`, { method: "POST" });
    const { statusUrl } = (await started.json()) as { statusUrl: string };
    const notifyUrl = gateway.lastForm.get("pay_notifyurl") ?? "";
    const fields = notificationFields(gateway.lastForm);
    expect(await answerTo(notifyUrl, signFields(fields, "another-key"))).toBe("401 mismatch");
    expect(await answerTo(notifyUrl, { a: "b".repeat(1_000_000) })).toBe("413 large");
    expect(await answerTo(notifyUrl, signFields(fields))).toBe("200 OK");
    expect(await (await fetch(statusUrl)).json()).toEqual({ state: "paid" });
  });
});
