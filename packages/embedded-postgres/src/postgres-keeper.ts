/**
 * A process that runs one server for its parent. It ends when its standard input ends, which is also the case if the
 * parent is killed. Then it stops the server and deletes its folder. It prints the server's address as its only line.
 * A line on its standard input is the folder in which to save the cluster before that.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { readSavedPassword, saveCluster } from "./saved-cluster.ts";
import { startCluster } from "./start-cluster.ts";
import type { PostgresOptions } from "./start-postgres.ts";

const stopSignal = new AbortController();
const stdinText = text(process.stdin)
  .catch(() => "")
  .finally(() => stopSignal.abort());
// Only the parent ends this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const folder = await mkdtemp(join(tmpdir(), "pay-index-postgres-"));
try {
  const options: PostgresOptions = JSON.parse(process.argv[2] ?? "{}");
  const { from } = options;
  const password = from === undefined ? randomBytes(12).toString("hex") : await readSavedPassword(from);
  const { port, ended } = await startCluster({ ...options, folder, password, signal: stopSignal.signal });
  process.stdout.write(`postgres://postgres:${password}@127.0.0.1:${port}/postgres\n`);
  await ended;
  if (!stopSignal.signal.aborted) throw new Error("The server ended by itself.");
  const keepIn = await stdinText;
  if (keepIn !== "") await saveCluster(folder, keepIn);
} catch (error) {
  if (!stopSignal.signal.aborted || (await stdinText) !== "") {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  process.stdin.destroy();
}
