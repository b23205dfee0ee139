import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "./find-free-port.ts";
import { findPostgresPrograms } from "./postgres-programs.ts";
import { waitUntilReady } from "./run-keeper.ts";
import { copySavedCluster } from "./saved-cluster.ts";
import { findServerUser, type ServerUser } from "./server-user.ts";
import type { PostgresOptions } from "./start-postgres.ts";

export interface ClusterSettings extends PostgresOptions {
  /** An empty folder for the server. */
  readonly folder: string;
  /** Of the superuser. A saved cluster has its own. */
  readonly password: string;
  /** Stops the server. */
  readonly signal: AbortSignal;
}

export interface Cluster {
  readonly port: number;
  /** Resolves when the server has stopped, by itself or by the signal. */
  readonly ended: Promise<unknown>;
}

/** Creates a cluster and starts its server, which listens only on 127.0.0.1. */
export async function startCluster(cluster: ClusterSettings): Promise<Cluster> {
  const { folder, password, signal, from, standbyOf } = cluster;
  const owner = await findServerUser();
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner !== undefined)
    for (const each of [folder, data, passwordFile]) await chown(each, owner.uid, owner.gid);
  const { initdb, postgres } = await findPostgresPrograms(owner, folder);
  const run = (program: string, args: readonly string[]) => startProcess(program, args, { owner, signal });
  if (from === undefined) await initializeCluster(run, initdb, { data, passwordFile });
  else await copySavedCluster(from, { data, owner });
  if (standbyOf !== undefined) await writeFile(join(data, "standby.signal"), "");
  for (let tries = 1; ; tries++) {
    const port = cluster.port ?? (await findFreePort());
    const server = run(postgres, ["-D", data, ...serverSettings(port, cluster)]);
    const said = await waitUntilReady(server, /ready to accept (read-only )?connections/);
    if (said === "ready") return { port, ended: once(server, "close") };
    // Another process may have taken the port in the meantime.
    if (tries === 5 || !said.includes("could not bind")) throw new Error(`postgres did not start:\n${said}`);
  }
}

type RunProgram = (program: string, args: readonly string[]) => ChildProcess;

async function initializeCluster(
  run: RunProgram,
  initdb: string,
  { data, passwordFile }: { data: string; passwordFile: string },
): Promise<void> {
  const made = run(initdb, [
    `--pgdata=${data}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  const lines = collectLines(made);
  const [code] = await once(made, "close");
  if (code !== 0) throw new Error(`initdb ended with ${code}:\n${lines.join("\n")}`);
}

function serverSettings(port: number, { durable = false, settings, standbyOf }: PostgresOptions): string[] {
  const named = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // Two workers test shops whose pools are large, each with two processes.
    max_connections: 400,
    shared_buffers: "64MB",
    max_wal_size: "512MB",
    // Failed statements concern the client. This log only reports when the server is ready, or why it is not.
    log_min_messages: "log",
    // A test or a demo is repeated after a power failure. Never use these settings for data that anybody needs.
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    ...(standbyOf === undefined ? {} : { primary_conninfo: standbyOf }),
    ...settings,
  };
  return Object.entries(named).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

interface ProcessOptions {
  readonly owner: ServerUser | undefined;
  readonly signal: AbortSignal;
}

function startProcess(program: string, args: readonly string[], { owner, signal }: ProcessOptions) {
  const child = spawn(program, args, {
    ...owner,
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // SIGINT is the fast shutdown of Postgres: it waits for no client and leaves no files.
  const end = () => child.kill("SIGINT");
  signal.addEventListener("abort", end, { once: true });
  child.once("close", () => signal.removeEventListener("abort", end));
  if (signal.aborted) end();
  return child;
}

function collectLines({ stdout, stderr }: ChildProcess): string[] {
  const lines: string[] = [];
  for (const input of [stdout, stderr])
    if (input !== null) createInterface({ input }).on("line", (line) => lines.push(line));
  return lines;
}
