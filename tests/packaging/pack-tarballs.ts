import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const runCommand = promisify(execFile);

export const packages = [
  "app",
  "cli",
  "conformance",
  "core",
  "express",
  "medusa",
  "pages",
  "postgres",
  "sandbox",
  "server",
  "sqlite",
  "vendure",
] as const;
export type PackageName = (typeof packages)[number];

export const root = fileURLToPath(new URL("../..", import.meta.url));
/** The name of a package in the registry. */
export const npmName = (name: PackageName) => (name === "cli" ? "pay-index" : `@pay-index/${name}`);
export const packageFolder = (name: PackageName) => join(root, "packages", name);

/** A package and the packages of this repository that it installs with it. */
async function withDependencies(name: PackageName): Promise<PackageName[]> {
  const found = new Set<PackageName>([name]);
  for (const current of found) {
    const manifest = JSON.parse(await readFile(join(packageFolder(current), "package.json"), "utf8")) as {
      dependencies?: Record<string, string>;
    };
    const installed = Object.keys(manifest.dependencies ?? {});
    for (const other of packages) if (installed.includes(npmName(other))) found.add(other);
  }
  return [...found];
}

export interface Tarballs extends AsyncDisposable {
  readonly folder: string;
  path(name: PackageName): string;
  /** The `dependencies` with which a shop installs a package that no registry has yet. */
  dependencies(name: PackageName): Promise<Record<string, string>>;
}

/** What `pnpm publish` would send to the registry. The packages must be built. */
export async function packTarballs(): Promise<Tarballs> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-packed-"));
  const command = [
    "--yes",
    "pnpm@12",
    "--filter",
    "./packages/*",
    "pack",
    "--json",
    "--pack-destination",
    folder,
  ];
  const { stdout } = await runCommand("npx", command, { cwd: root });
  const packed = JSON.parse(stdout) as { name: string; filename: string }[];
  const paths = new Map(packed.map(({ name, filename }) => [name, filename]));
  const path = (name: PackageName) => paths.get(npmName(name)) ?? "";
  return {
    folder,
    path,
    dependencies: async (name) =>
      Object.fromEntries((await withDependencies(name)).map((each) => [npmName(each), `file:${path(each)}`])),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
