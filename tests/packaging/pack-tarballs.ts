import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const runCommand = promisify(execFile);

export const packages = [
  "app",
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
export const packageFolder = (name: PackageName) => join(root, "packages", name);

export interface Tarballs extends AsyncDisposable {
  readonly folder: string;
  path(name: PackageName): string;
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
  return {
    folder,
    path: (name) => paths.get(`@pay-index/${name}`) ?? "",
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
