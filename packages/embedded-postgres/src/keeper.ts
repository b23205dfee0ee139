/**
 * A process that keeps one server for its parent. It lives as long as its standard input: however the parent ends, the pipe ends
 * with it, and then the server is stopped and its folder removed. It prints the server's address as its only line.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "./cluster.ts";

const over = new AbortController();
process.stdin.on("close", () => over.abort()).resume();
// The parent alone decides.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const folder = await mkdtemp(join(tmpdir(), "pay-index-postgres-"));
try {
  const password = randomBytes(12).toString("hex");
  const durable = process.argv[2] === "durable";
  const { port, ended } = await startCluster({ folder, password, durable, signal: over.signal });
  process.stdout.write(`postgres://postgres:${password}@127.0.0.1:${port}/postgres\n`);
  await ended;
  if (!over.signal.aborted) throw new Error("The server ended by itself.");
} catch (error) {
  if (!over.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
  process.stdin.destroy();
}
