import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findPublicPackages } from "../release/public-packages.ts";

export const runProgram = promisify(execFile);

const found = findPublicPackages();

/** A folder in `packages/` whose package a release publishes. */
export type PackageName = string;
export const packages: readonly PackageName[] = found.map(({ folder }) => basename(folder));

export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));
export const packageFolder = (name: PackageName) => join(repositoryRoot, "packages", name);
/** The name in the registry. */
export const registryName = (name: PackageName) =>
  found.find(({ folder }) => basename(folder) === name)?.name ?? "";

/** A package and the packages of this repository that it installs with it. */
async function withDependencies(name: PackageName): Promise<PackageName[]> {
  const names = new Set<PackageName>([name]);
  for (const current of names) {
    const manifest = JSON.parse(await readFile(join(packageFolder(current), "package.json"), "utf8")) as {
      dependencies?: Record<string, string>;
    };
    const installed = Object.keys(manifest.dependencies ?? {});
    for (const other of packages) if (installed.includes(registryName(other))) names.add(other);
  }
  return [...names];
}

export interface Tarballs extends AsyncDisposable {
  readonly folder: string;
  /** Every tarball. */
  readonly files: readonly string[];
  path(name: PackageName): string;
  /** The `dependencies` with which a shop installs a package that no registry has yet. */
  dependencies(name: PackageName): Promise<Record<string, string>>;
}

const { packageManager } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));

/** The release of pnpm that packs what is published: a later one could pack something else. */
export const pinnedPnpm: string = packageManager;

/** What `pnpm publish` would send to the registry. The packages must be built. */
export async function packTarballs(): Promise<Tarballs> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-packed-"));
  const command = [
    "--yes",
    pinnedPnpm,
    "--filter",
    "./packages/*",
    "pack",
    "--json",
    "--pack-destination",
    folder,
  ];
  const { stdout } = await runProgram("npx", command, { cwd: repositoryRoot });
  const packed = JSON.parse(stdout) as { name: string; filename: string }[];
  const paths = new Map(packed.map(({ name, filename }) => [name, filename]));
  const path = (name: PackageName) => paths.get(registryName(name)) ?? "";
  return {
    folder,
    files: packages.map(path),
    path,
    dependencies: async (name) =>
      Object.fromEntries(
        (await withDependencies(name)).map((each) => [registryName(each), `file:${path(each)}`]),
      ),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
