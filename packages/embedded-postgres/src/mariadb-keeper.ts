import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "./find-free-port.ts";
import { runKeeper, waitUntilReady } from "./run-keeper.ts";
import { findServerUser } from "./server-user.ts";
import { type MariadbOptions, mariadbPrograms } from "./start-mariadb.ts";

await runKeeper<MariadbOptions>({
  prefix: "pay-index-mariadb-",
  async start({ options: { settings = {} }, folder, signal }) {
    const password = randomBytes(12).toString("hex");
    const port = await findFreePort();
    const server = await startServer({ folder, signal, port, password, settings });
    return { url: `mysql://pay_index:${password}@127.0.0.1:${port}/mysql`, ended: once(server, "close") };
  },
});

interface ServerInput extends Required<MariadbOptions> {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly port: number;
  readonly password: string;
}

async function startServer({ folder, signal, port, password, settings }: ServerInput): Promise<ChildProcess> {
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
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  const said = await waitUntilReady(server, /ready for connections/);
  if (said !== "ready") throw new Error(`mariadbd did not start:\n${said}`);
  return server;
}
