import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";

// The built command: `pnpm build` comes before the tests.
const command = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

function start(...args: string[]) {
  const child = spawn(process.execPath, [command, ...args], { stdio: ["ignore", "pipe", "pipe"] });
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

it.each(["SIGINT", "SIGTERM"] as const)("greets, serves, and closes cleanly on %s", async (signal) => {
  const { child, ended, until } = start("--port", "0", "--seed", "7");
  const out = await until("Ctrl-C");
  expect(out).toMatch(/^pay_index sandbox: http:\/\/127\.0\.0\.1:\d+ \(seed 7\)\n/);
  for (const merchant of ["10001  sandbox-card-key", "10005  sandbox-apm-key"])
    expect(out).toContain(merchant);
  const url = /http:\S+/.exec(out)?.[0] ?? "";
  expect((await fetch(`${url}/_sandbox/orders`)).status).toBe(200);
  child.kill(signal);
  expect(await ended).toMatchObject({ code: 0, err: "" });
});

it("shows its help", async () => {
  const { code, out } = await start("--help").ended;
  expect(code).toBe(0);
  for (const option of ["--port", "--host", "--seed", "--allow-notify-host"]) expect(out).toContain(option);
});

it.each([[["--bogus"]], [["--port", "abc"]], [["--port"]], [["--port", "99999"]], [["extra"]]])(
  "answers wrong options %o with one line and exit code 2",
  async (args) => {
    const { code, out, err } = await start(...args).ended;
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(/^pay-index-sandbox: [^\n]+\n$/);
  },
);

it("answers a port that is taken with one line and exit code 1", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const { code, err } = await start("--port", String(port)).ended;
  holder.close();
  expect(code).toBe(1);
  expect(err).toBe(`pay-index-sandbox: port ${port} on 127.0.0.1 is taken: choose another with --port\n`);
});
