import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

interface KeeperInput<Options> {
  /** The options of `startKeeper`. */
  readonly options: Options;
  /** An empty folder for the server. It is deleted afterwards. */
  readonly folder: string;
  /** Stops the server. */
  readonly signal: AbortSignal;
}

interface StartedServer {
  readonly url: string;
  /** Resolves when the server has stopped, by itself or by the signal. */
  readonly ended: Promise<unknown>;
}

interface Keeper<Options> {
  /** The beginning of the folder's name. */
  readonly prefix: string;
  start(input: KeeperInput<Options>): Promise<StartedServer>;
  /** Saves what the server has left, if a line on the standard input names a folder for it. */
  save?(folder: string, keepIn: string): Promise<void>;
}

/**
 * Runs one server for the parent of this process. It ends when its standard input ends, which is also the case if the parent is killed. Then
 * it stops the server and deletes its folder. It prints the server's address as its only line.
 */
export async function runKeeper<Options>({ prefix, start, save }: Keeper<Options>): Promise<void> {
  const stopSignal = new AbortController();
  const stdinText = text(process.stdin)
    .catch(() => "")
    .finally(() => stopSignal.abort());
  // Only the parent ends this process.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    const options: Options = JSON.parse(process.argv[2] ?? "{}");
    const { url, ended } = await start({ options, folder, signal: stopSignal.signal });
    process.stdout.write(`${url}\n`);
    await ended;
    if (!stopSignal.signal.aborted) throw new Error("The server ended by itself.");
    const keepIn = await stdinText;
    if (keepIn !== "") await save?.(folder, keepIn);
  } catch (error) {
    if (!stopSignal.signal.aborted || (await stdinText) !== "") {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    process.stdin.destroy();
  }
}

/** Returns `ready` when a line of the server's log says so, or the output until the server stopped. */
export async function waitUntilReady(server: ChildProcess, isReady: RegExp): Promise<string> {
  const said: string[] = [];
  const { stderr } = server;
  const ready = new Promise<string>((resolve) => {
    if (stderr === null) return;
    createInterface({ input: stderr }).on("line", (line) => {
      // Reads the whole log, so that the server never waits for a reader, but stores only the beginning.
      if (said.length < 100) said.push(line);
      if (isReady.test(line)) resolve("ready");
    });
  });
  return Promise.race([ready, once(server, "close").then(() => said.join("\n"))]);
}
