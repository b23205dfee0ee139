/**
 * A process that keeps one server for its parent. It lives as long as its standard input: however the parent ends, the pipe ends
 * with it, and then the server is stopped and its folder removed. It prints the server's address as its only line. What it hears
 * on its standard input is where the cluster is to be kept before that.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { readSavedPassword, saveCluster } from "./saved-cluster.ts";
import { startCluster } from "./start-cluster.ts";

const stopSignal = new AbortController();
const stdinText = text(process.stdin)
  .catch(() => "")
  .finally(() => stopSignal.abort());
// The parent alone decides.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const folder = await mkdtemp(join(tmpdir(), "pay-index-postgres-"));
try {
  const [, , disk, wanted, from] = process.argv;
  const password = from === undefined ? randomBytes(12).toString("hex") : await readSavedPassword(from);
  const cluster = { folder, password, from, durable: disk === "durable", signal: stopSignal.signal };
  const { port, ended } = await startCluster({ ...cluster, port: Number(wanted) || undefined });
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
