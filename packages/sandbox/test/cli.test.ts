import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { createControlClient } from "../src/control-client.ts";
import { sellSigned } from "./fixtures/sale.ts";

// The built command: `pnpm build` comes before the tests.
const command = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

function start(...args: string[]) {
  return startOn([], ...args);
}

/** @param flags of Node itself */
function startOn(flags: readonly string[], ...args: string[]) {
  const argv = [...flags, command, ...args];
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...said }));
  const until = async (text: string) => {
    while (!said.out.includes(text)) await once(child.stdout, "data");
    return said.out;
  };
  return { child, ended, until };
}

it.each(["SIGINT", "SIGTERM"] as const)(
  "prints its address, serves, shows control characters, and closes on %s",
  async (signal) => {
    const { child, ended, until } = start("--port", "0", "--seed", "7");
    const out = await until("Ctrl-C");
    expect(out).toMatch(/^pay_index sandbox: http:\/\/127\.0\.0\.1:\d+ \(seed 7\)\n/);
    for (const merchant of ["10001  sandbox-card-key", "10005  sandbox-apm-key"])
      expect(out).toContain(merchant);
    const url = /http:\S+/.exec(out)?.[0] ?? "";
    expect((await fetch(`${url}/_sandbox/orders`)).status).toBe(200);
    await sellSigned(url, "hosted", { pay_orderid: "A\u202eB" });
    expect(await until("submitted the sale")).toContain("order A\\u202eB: ");
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, err: "" });
  },
);

const withoutSqlite = ["--no-experimental-sqlite"];

it("sells on a Node without SQLite, such as Node 20, with its data in memory", async () => {
  const { child, ended, until } = startOn(withoutSqlite, "--port", "0", "--frozen");
  const url = /http:\S+/.exec(await until("Ctrl-C"))?.[0] ?? "";
  await sellSigned(url, "hosted", { pay_orderid: "OLDNODE" });
  const control = createControlClient(url);
  await control.resolve("OLDNODE", { outcome: "paid" });
  expect(await control.orderDetails("OLDNODE")).toMatchObject({ state: "paid" });
  expect(await control.advance({ minutes: 5 })).toBeDefined();
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, err: "" });
});

it("names in one line the Node that a data file needs, and does not change the file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-"));
  try {
    const { code, err } = await startOn(withoutSqlite, "--port", "0", "--data", join(folder, "a.db")).ended;
    expect(code).toBe(1);
    expect(err).toMatch(
      /^pay-index-sandbox: a data file needs Node 22\.13 or later, and this is Node \S+; [^\n]+\n$/,
    );
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("stores its orders in a file, with a frozen clock and a quirk", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-cli-"));
  const data = join(folder, "s.db");
  const first = start("--port", "0", "--data", data, "--frozen", "--quirks", "utc_plus_8");
  const url = /http:\S+/.exec(await first.until("Ctrl-C"))?.[0] ?? "";
  expect(await createControlClient(url).clock()).toMatchObject({ frozen: true });
  expect((await createControlClient(url).quirks()).profile).toBe("utc_plus_8");
  await sellSigned(url, "hosted", { pay_orderid: "KEPT" });
  const second = await start("--port", "0", "--data", data).ended;
  expect(second).toMatchObject({
    code: 1,
    err: `pay-index-sandbox: another sandbox works on the data file ${data}\n`,
  });
  first.child.kill("SIGKILL");
  await first.ended;
  process.env.PAY_INDEX_SANDBOX_DATA = data;
  const third = start("--port", "0");
  delete process.env.PAY_INDEX_SANDBOX_DATA;
  const again = /http:\S+/.exec(await third.until("Ctrl-C"))?.[0] ?? "";
  expect((await createControlClient(again).orderDetails("KEPT")).state).toBe("pending");
  rmSync(folder, { recursive: true });
});

it.each([
  [["--bogus"]],
  [["--port", "abc"]],
  [["--port"]],
  [["--port", "99999"]],
  [["extra"]],
  [["--quirks", "odd"]],
  [["--data", ""]],
  [["--expire-after", "soon"]],
])("answers wrong options %o with one line and exit code 2", async (args) => {
  const { code, out, err } = await start(...args).ended;
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(/^pay-index-sandbox: [^\n]+\n$/);
});
