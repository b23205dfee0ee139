import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findPublicPackages, type PublicPackage } from "./public-packages.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const changesets = fileURLToPath(import.meta.resolve("@changesets/cli/bin.js"));

/** What `changeset version` would make of the packages. */
export interface NextVersion {
  /** The version of every public package. More than one is a mistake. */
  readonly versions: ReadonlyMap<string, string>;
  /** The changelog of each public package, if it gets one. */
  readonly changelogs: ReadonlyMap<string, string>;
}

/**
 * Runs `changeset version` in a copy that has nothing but what it reads. The repository stays as it is. Without a
 * changeset, it is the version that the packages have.
 */
export async function findNextVersion(workspace: string = root): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-version-"));
  try {
    await copyManifests(workspace, folder);
    const git = ["-c", "user.name=release", "-c", "user.email=release@localhost.invalid"];
    await run("git", ["init", "--quiet", "--initial-branch=main"], { cwd: folder });
    await run("git", ["add", "."], { cwd: folder });
    await run("git", [...git, "commit", "--quiet", "--message", "copy"], { cwd: folder });
    // Without one, the command fails.
    if (await hasChangesets(folder)) await run(process.execPath, [changesets, "version"], { cwd: folder });
    return await readResult(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function hasChangesets(folder: string): Promise<boolean> {
  const files = await readdir(join(folder, ".changeset"));
  return files.some((file) => file.endsWith(".md") && file !== "README.md");
}

async function copyManifests(workspace: string, folder: string): Promise<void> {
  const { stdout } = await run("git", ["ls-files", "*package.json", "*CHANGELOG.md", ".changeset"], {
    cwd: workspace,
  });
  const files = [...stdout.trim().split("\n"), "pnpm-workspace.yaml"];
  for (const file of files) await cp(join(workspace, file), join(folder, file)).catch(ignoreDeleted);
}

/** Git lists a file that was deleted and not committed. */
function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

async function readResult(folder: string): Promise<NextVersion> {
  const read = (each: PublicPackage, file: string) => readFile(join(each.folder, file), "utf8");
  const packages = findPublicPackages(folder);
  const versions = new Map<string, string>();
  const changelogs = new Map<string, string>();
  for (const each of packages) {
    versions.set(each.name, JSON.parse(await read(each, "package.json")).version);
    const changelog = await read(each, "CHANGELOG.md").catch(ignoreDeleted);
    if (changelog !== undefined) changelogs.set(each.name, changelog);
  }
  return { versions, changelogs };
}
