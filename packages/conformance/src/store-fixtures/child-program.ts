import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

export interface ChildProgram {
  /** Returns the next line that the program prints. */
  line(): Promise<string>;
  say(line: string): void;
  kill(): Promise<void>;
  /** The text that it printed to standard error; rejects if the exit code is not 0. */
  readonly ended: Promise<void>;
}

/** Runs a program of the tests in its own process: `new URL("./processes/program.ts", import.meta.url)`. */
export function runChildProgram(
  program: URL,
  args: readonly string[],
  flags: readonly string[] = [],
): ChildProgram {
  const child = spawn(process.execPath, [...flags, fileURLToPath(program), ...args], {
    env: { ...process.env, FORCE_COLOR: "0" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = waitForExit(child);
  ended.catch(() => undefined);
  return {
    ended,
    line: async () => {
      const next = await lines.next();
      if (next.done === true) await ended;
      return String(next.value);
    },
    say: (line) => child.stdin.write(`${line}\n`),
    kill: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

async function waitForExit(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<void> {
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`It ended with ${code}: ${complaint}`);
}
