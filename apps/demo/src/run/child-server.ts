import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface ChildServer {
  readonly name: string;
  /** The match of the ready line. */
  readonly ready: RegExpExecArray;
  /** Moves its clock forward by a number of seconds, if it was started with an adjustable clock. */
  pass(seconds: number): Promise<void>;
  /** Returns its output. */
  output(): string;
  /** Stops the process without ending it: its sockets stay open, and nobody answers. */
  pause(): void;
  /** Continues a paused process. Otherwise does nothing. */
  goOn(): void;
  /** Ends the process. Resolves when it has ended. */
  end(): Promise<void>;
}

export interface ChildServerOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The path of another Node version. */
  readonly node?: string;
  /** Whether its clock is adjustable. */
  readonly clockMoves?: boolean;
  /** The pattern of the line that it prints when it is ready. */
  readonly ready: RegExp;
}

const stopTimeoutMs = 3000;

const adjustableClockUrl = new URL("adjustable-clock.ts", import.meta.url).href;

/** Starts a Node process, and resolves when it is ready. */
export async function startChildServer({
  name,
  args,
  env = {},
  cwd,
  node = process.execPath,
  clockMoves = false,
  ready,
}: ChildServerOptions): Promise<ChildServer> {
  const child = spawn(node, clockMoves ? ["--import", adjustableClockUrl, ...args] : args, {
    env: { ...process.env, ...env },
    cwd,
    stdio: ["ignore", "pipe", "pipe", ...(clockMoves ? ["ipc" as const] : [])],
  });
  if (child.stdout === null || child.stderr === null) throw new Error(`${name} has no output`);
  const lines: string[] = [];
  const ended = once(child, "close");
  // The child ends with this process in every case.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);

  async function end(): Promise<void> {
    const late = setTimeout(kill, stopTimeoutMs);
    child.kill("SIGTERM");
    await ended;
    clearTimeout(late);
    process.off("exit", kill);
  }

  async function pass(seconds: number): Promise<void> {
    const passed = once(child, "message");
    child.send(seconds);
    await passed;
  }

  const outputs = [child.stdout, child.stderr];
  const said = new Promise<RegExpExecArray>((resolve) => {
    const read = (line: string) => {
      lines.push(line);
      const found = ready.exec(line);
      if (found !== null) resolve(found);
    };
    // A shop in the sandbox reports that it is ready as a warning.
    for (const input of outputs) createInterface({ input }).on("line", read);
  });
  const output = () => lines.join("\n");
  const pause = () => void child.kill("SIGSTOP");
  const goOn = () => void child.kill("SIGCONT");
  const found = await Promise.race([said, ended.then(() => undefined)]);
  if (found === undefined) throw new Error(`${name} ended before it was ready:\n${output()}`);
  return { name, ready: found, pass, output, pause, goOn, end };
}
