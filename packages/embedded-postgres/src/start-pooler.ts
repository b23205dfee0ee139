import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "./find-free-port.ts";

const pgbouncer = "/usr/sbin/pgbouncer";

export const isPoolerInstalled = existsSync(pgbouncer);

/**
 * Starts PgBouncer in front of the server of a database. The returned address is that of this database; another name in it reaches another
 * one. It lends a connection for one transaction, so nothing may depend on the session.
 */
export async function startPooler(
  database: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "pay-index-pgbouncer-"));
  const { hostname, port, username, password, pathname } = new URL(database);
  const listenPort = await findFreePort();
  const file = join(folder, "pgbouncer.ini");
  const secret = password === "" ? "" : ` password=${decodeURIComponent(password)}`;
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${port} user=${username}${secret}`,
    "[pgbouncer]",
    ...["listen_addr = 127.0.0.1", `listen_port = ${listenPort}`, "unix_socket_dir =", "auth_type = any"],
    ...["pool_mode = transaction", "default_pool_size = 10"],
  ];
  writeFileSync(file, lines.join("\n"));
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  chmodSync(folder, 0o700);
  if (nobody.uid !== undefined) for (const path of [folder, file]) chownSync(path, nobody.uid, nobody.gid);
  const child = spawn(pgbouncer, [file], { ...nobody, stdio: ["ignore", "ignore", "pipe"] });
  await waitUntilStarted(child);
  return {
    url: `postgres://any@127.0.0.1:${listenPort}${pathname}`,
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function waitUntilStarted({ stderr }: ChildProcess): Promise<void> {
  if (stderr === null) return;
  for await (const line of createInterface({ input: stderr })) if (line.includes("process up")) break;
  stderr.resume();
}
