// A user on a machine without anything of ours: an empty HOME, empty caches, and a registry with the packed packages.

import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { packTarballs, type Tarballs } from "../packaging/pack-tarballs.ts";
import { startLocalRegistry } from "../release/local-registry.ts";

export interface NewUser extends AsyncDisposable {
  /** The folder in which the user works. */
  readonly folder: string;
  /** Runs a program and returns what it prints. Rejects with `code`, `stdout` and `stderr` if it fails. */
  run(command: readonly string[], place?: { readonly cwd?: string }): Promise<string>;
  /** Creates a project as its README says, and returns its folder. @param suffix tells it from others */
  create(host: string, manager: PackageManager, suffix?: string): Promise<string>;
}

/** The command of each package manager. The user installed none but npm. */
const commands = { npm: ["npm"], pnpm: ["npx", "--yes", "pnpm@12"] } as const;
export type PackageManager = keyof typeof commands;

export function packageManagerCommand(
  manager: PackageManager,
  ...args: readonly string[]
): readonly string[] {
  return [...commands[manager], ...args];
}

/** @param packed what the registry has. By default, this packs the packages. */
export async function createNewUser(packed?: Tarballs): Promise<NewUser> {
  const home = await mkdtemp(join(tmpdir(), "pay-index-new-user-"));
  // As root, Postgres runs as another user, who has to enter the folder.
  await chmod(home, 0o755);
  const registry = await startLocalRegistry();
  const tarballs = packed ?? (await packTarballs());
  await registry.publishAll(tarballs.files);
  if (packed === undefined) await tarballs[Symbol.asyncDispose]();
  await writeFile(join(home, ".npmrc"), registry.npmrc);
  const folder = join(home, "work");
  await mkdir(folder);
  const PATH = [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
  const env = { HOME: home, PATH, LANG: "C.UTF-8", NO_COLOR: "1", ...proxyFreeLoopback() };
  const run: NewUser["run"] = async ([program = "", ...args], { cwd = folder } = {}) =>
    (await promisify(execFile)(program, args, { cwd, env, maxBuffer: 1e8 })).stdout;
  return {
    folder,
    run,
    async create(host, manager, suffix = manager) {
      const name = `${host}-${suffix}`;
      const flags = ["--host", host, "--name", name, "--package-manager", manager, "--yes"];
      await run(["npx", "--yes", "create-pay-index", ...flags]);
      return join(folder, name);
    },
    async [Symbol.asyncDispose]() {
      await registry.close();
      // A development server that is ending still writes.
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

/** The registry and the shops are on this machine, and never behind a proxy. */
function proxyFreeLoopback(): Record<string, string> {
  return { NO_PROXY: "127.0.0.1,localhost", no_proxy: "127.0.0.1,localhost" };
}
