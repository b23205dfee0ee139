import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface Child {
  readonly name: string;
  /** What its ready line said. */
  readonly ready: RegExpExecArray;
  /** What it printed, for when something went wrong. */
  output(): string;
  /** Resolves when it has ended. */
  end(): Promise<void>;
}

export interface Start {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another Node than this one, by its path. */
  readonly node?: string;
  /** The line it prints when it can be used. */
  readonly ready: RegExp;
}

const patience = 3000;

/** Starts a Node process of its own and resolves once it says that it is ready. */
export async function startChild({
  name,
  args,
  env = {},
  cwd,
  node = process.execPath,
  ready,
}: Start): Promise<Child> {
  const child = spawn(node, args, {
    env: { ...process.env, ...env },
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const ended = once(child, "close");
  // Whatever happens to this process, it leaves none behind.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);

  async function end(): Promise<void> {
    const late = setTimeout(kill, patience);
    child.kill("SIGTERM");
    await ended;
    clearTimeout(late);
    process.off("exit", kill);
  }

  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  const said = new Promise<RegExpExecArray>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      const found = ready.exec(line);
      if (found !== null) resolve(found);
    });
  });
  const output = () => lines.join("\n");
  const found = await Promise.race([said, ended.then(() => undefined)]);
  if (found === undefined) throw new Error(`${name} ended before it was ready:\n${output()}`);
  return { name, ready: found, output, end };
}
