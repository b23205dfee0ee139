/** A process that runs one MariaDB for its parent. It ends when its standard input ends, and prints the server's address as its only line. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { findFreePort } from "./find-free-port.ts";
import { findServerUser } from "./server-user.ts";
import { type MariadbOptions, mariadbPrograms } from "./start-mariadb.ts";

const stopSignal = new AbortController();
text(process.stdin)
  .catch(() => "")
  .finally(() => stopSignal.abort());
// Only the parent ends this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const folder = await mkdtemp(join(tmpdir(), "pay-index-mariadb-"));
try {
  const { settings = {} }: MariadbOptions = JSON.parse(process.argv[2] ?? "{}");
  const password = randomBytes(12).toString("hex");
  const port = await findFreePort();
  const server = await startServer({ port, password, settings });
  process.stdout.write(`mysql://pay_index:${password}@127.0.0.1:${port}/mysql\n`);
  await once(server, "close");
  if (!stopSignal.signal.aborted) throw new Error("The server ended by itself.");
} catch (error) {
  if (!stopSignal.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  process.stdin.destroy();
}

interface ServerInput extends Required<MariadbOptions> {
  readonly port: number;
  readonly password: string;
}

async function startServer({ port, password, settings }: ServerInput): Promise<ChildProcess> {
  const owner = await findServerUser();
  const data = join(folder, "data");
  const setup = join(folder, "setup.sql");
  const user = "'pay_index'@'127.0.0.1'";
  await writeFile(
    setup,
    `CREATE USER ${user} IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO ${user} WITH GRANT OPTION;\n`,
  );
  if (owner !== undefined) for (const each of [folder, setup]) await chown(each, owner.uid, owner.gid);
  const run = { ...owner, cwd: folder };
  await promisify(execFile)(
    mariadbPrograms.install,
    ["--no-defaults", `--datadir=${data}`, "--skip-test-db", "--skip-name-resolve"],
    run,
  );
  const named = {
    ...{ datadir: data, port, socket: join(folder, "socket"), "bind-address": "127.0.0.1" },
    ...{ "pid-file": join(folder, "pid"), "init-file": setup, "skip-name-resolve": "ON" },
    // Two workers test shops whose pools are large, each with several processes.
    ...{ "max-connections": 400, "innodb-buffer-pool-size": "128M", "innodb-log-file-size": "64M" },
    // A test or a demo is repeated after a power failure. Never use these settings for data that anybody needs.
    ...{ "innodb-flush-method": "nosync", "innodb-doublewrite": "OFF" },
    ...settings,
  };
  const list = Object.entries(named).map(([name, value]) => `--${name}=${value}`);
  const server = spawn(mariadbPrograms.server, ["--no-defaults", ...list], {
    ...run,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const end = () => server.kill("SIGTERM");
  stopSignal.signal.addEventListener("abort", end);
  if (stopSignal.signal.aborted) end();
  await waitUntilReady(server);
  return server;
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  const lines: string[] = [];
  const { stderr } = server;
  const ready = new Promise<boolean>((resolve) => {
    if (stderr === null) return;
    createInterface({ input: stderr }).on("line", (line) => {
      if (lines.length < 100) lines.push(line);
      if (line.includes("ready for connections")) resolve(true);
    });
  });
  if (!(await Promise.race([ready, once(server, "close").then(() => false)])))
    throw new Error(`mariadbd did not start:\n${lines.join("\n")}`);
}
