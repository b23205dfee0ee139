import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface RunningCommand {
  /** The match of the ready line. */
  readonly ready: RegExpExecArray;
  output(): string;
}

export interface StartOptions {
  readonly env?: Record<string, string>;
  /** A folder of the project. */
  readonly within?: string;
}

/** A project in an empty folder, whose packages come from the registry that its `.npmrc` names. */
export class BlankProject implements AsyncDisposable {
  readonly folder: string;
  readonly #running = new Set<ChildProcess>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(name: string, npmrc: string, manifest: object): Promise<BlankProject> {
    const project = new BlankProject(await mkdtemp(join(tmpdir(), `pay-index-${name}-`)));
    await project.write(".npmrc", npmrc);
    await project.write("package.json", JSON.stringify({ name: "blank", private: true, ...manifest }));
    return project;
  }

  write(file: string, content: string): Promise<void> {
    return writeFile(join(this.folder, file), content);
  }

  /** Runs a command until it ends. Returns what it printed. */
  async run([program = "", ...args]: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const options = { cwd: this.folder, env: this.#environment(env), maxBuffer: 1e8 };
    const result = await run(program, args, options).catch((error) => {
      const printed = `${error.stdout}${error.stderr}`.trim().split("\n").slice(-40).join("\n");
      throw new Error(`${program} ${args.join(" ")} failed.\n${printed}`);
    });
    return result.stdout;
  }

  /** Starts a command, and resolves when it has printed a line that matches. */
  async start(
    [program = "", ...args]: readonly string[],
    ready: RegExp,
    { env = {}, within = "." }: StartOptions = {},
  ): Promise<RunningCommand> {
    const cwd = join(this.folder, within);
    // A process group of its own: npx starts another process, and both have to end.
    const child = spawn(program, args, { cwd, env: this.#environment(env), detached: true });
    this.#running.add(child);
    const ended = once(child, "close");
    void ended.then(() => this.#running.delete(child));
    const lines: string[] = [];
    const found = new Promise<RegExpExecArray>((resolve) => {
      for (const input of [child.stdout, child.stderr])
        createInterface({ input }).on("line", (line) => {
          lines.push(line);
          const match = ready.exec(line);
          if (match !== null) resolve(match);
        });
    });
    const output = () => lines.join("\n");
    const match = await Promise.race([found, ended.then(() => undefined)]);
    if (match === undefined) throw new Error(`${program} ${args.join(" ")} ended.\n${output()}`);
    return { ready: match, output };
  }

  /** Ends what is running, and deletes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map(endGroup));
    await rm(this.folder, { recursive: true, force: true });
  }

  #environment(more: Record<string, string>): NodeJS.ProcessEnv {
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const settings = Object.entries(process.env).filter(([name]) => !/^p?npm_/i.test(name));
    const telemetry = { VENDURE_DISABLE_TELEMETRY: "true", MEDUSA_DISABLE_TELEMETRY: "true" };
    // The settings of the pnpm that runs this must not reach the npm or pnpm of the project.
    return { ...Object.fromEntries(settings), ...telemetry, PATH, ...more };
  }
}

const endTimeoutMs = 5000;

async function endGroup(child: ChildProcess): Promise<void> {
  const ended = once(child, "close");
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has ended already.
    }
  };
  const late = setTimeout(kill, endTimeoutMs, "SIGKILL");
  kill("SIGTERM");
  await ended;
  clearTimeout(late);
}
