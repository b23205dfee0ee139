import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface ProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The process is ready when it prints a line that contains this text. */
  readonly ready: string;
  /** Prints what the process prints. Otherwise only a process that ends early is printed. */
  readonly show: boolean;
}

/** Starts a Node process and resolves when it is ready. Returns the function that stops it. */
export async function startProcess(
  args: readonly string[],
  { env, ready, show }: ProcessOptions,
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  process.once("exit", () => child.kill("SIGKILL"));
  const lines: string[] = [];
  const isReady = new Promise<true>((resolve) => {
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => {
        if (show) console.log(line);
        else lines.push(line);
        if (line.includes(ready)) resolve(true);
      });
  });
  if (await Promise.race([isReady, ended.then(() => false)])) return stop;
  throw new Error(`${args.join(" ")} ended before it was ready:\n${lines.join("\n")}`);
}

/** Runs a Node process to its end. Returns what it prints. */
export async function runProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${args.join(" ")} failed:\n${stderr || stdout}`));
    });
  });
}
