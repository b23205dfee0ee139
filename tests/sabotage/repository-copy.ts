import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** What the scenarios need of the repository. */
const parts = [
  ...["core", "conformance", "embedded-postgres", "express", "medusa", "opentelemetry"],
  ...["pages", "postgres", "sandbox", "server", "sqlite", "vendure"],
].map((name) => `packages/${name}`);
const files = [
  "package.json",
  "tsconfig.base.json",
  "vitest.config.ts",
  "tsconfig.sources.json",
  "config",
  // Suites that the tests of every host share.
  "tests/connections",
  "tests/recordings",
  "tests/telemetry",
];

/** Of packages whose tests run what is built. */
const tsc = ["typescript/bin/tsc", "-p", "tsconfig.build.json"];
const builds: Record<string, readonly string[]> = {
  core: ["rolldown/bin/cli.mjs", "-c"],
  medusa: tsc,
  server: tsc,
  sqlite: tsc,
  vendure: tsc,
};

/** Returns the packages that a patch changes. */
export async function packagesOfPatch(patch: string): Promise<ReadonlySet<string>> {
  const changed = (await readFile(patch, "utf8")).matchAll(/^\+\+\+ b\/packages\/([\w-]+)\//gm);
  return new Set([...changed].map(([, name = ""]) => name));
}

/** The repository in another folder, as it is now, built; with the packages that others wrote in common. */
export class RepositoryCopy {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<RepositoryCopy> {
    const copy = new RepositoryCopy(await mkdtemp(join(tmpdir(), "pay-index-sabotage-")));
    for (const file of files) await cp(join(root, file), join(copy.folder, file), { recursive: true });
    for (const part of parts) {
      const isOurs = (source: string) => !/\/(?:node_modules|\.turbo)$/.test(source);
      await cp(join(root, part), join(copy.folder, part), { recursive: true, filter: isOurs });
    }
    for (const part of ["", ...parts]) await copy.#link(part);
    return copy;
  }

  /** Applies a patch, whose first lines are words, and builds what it can have touched. */
  async apply(patch: string): Promise<void> {
    await run("git", ["apply", "--unidiff-zero", patch], { cwd: this.folder });
    for (const name of await packagesOfPatch(patch)) {
      const [script, ...args] = builds[name] ?? [];
      const cwd = join(this.folder, "packages", name);
      if (script !== undefined)
        await run(process.execPath, [join(cwd, "node_modules", script), ...args], { cwd });
    }
  }

  /** Takes a patch back, in the sources only: the next one builds what it touches. */
  async revert(patch: string): Promise<void> {
    await run("git", ["apply", "--unidiff-zero", "--reverse", patch], { cwd: this.folder });
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }

  /** Our own packages are those of the copy; every other is where it was. */
  async #link(part: string): Promise<void> {
    const [from, to] = [join(root, part, "node_modules"), join(this.folder, part, "node_modules")];
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from)) {
      if (name === "@pay-index") await this.#linkOurs(join(from, name), join(to, name));
      else await symlink(join(from, name), join(to, name));
    }
  }

  async #linkOurs(from: string, to: string): Promise<void> {
    await mkdir(to);
    for (const name of await readdir(from)) {
      const own = join(this.folder, "packages", name);
      if (parts.includes(`packages/${name}`)) await symlink(own, join(to, name));
    }
  }
}
