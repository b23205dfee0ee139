// Checks that a change of a public package has a changeset, against main: `pnpm release:status`.
import { execFileSync, spawnSync } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { hasChangesets } from "./next-version.ts";
import { findPublicPackages } from "./public-packages.ts";

const changesets = fileURLToPath(import.meta.resolve("@changesets/cli/bin.js"));
const workspace = process.cwd();

/**
 * Whether this branch is the one of a new version: `changeset version` has used up the changesets, and has changed the
 * packages. `changeset status` does not know this case, and fails.
 */
async function raisesVersion(): Promise<boolean> {
  if (await hasChangesets(workspace)) return false;
  const git = (...command: string[]) => execFileSync("git", command, { cwd: workspace, encoding: "utf8" });
  const base = git("merge-base", "HEAD", "main").trim();
  return findPublicPackages(workspace).some(({ folder, manifest }) => {
    const file = `${relative(workspace, folder)}/package.json`;
    if (git("ls-tree", base, file) === "") return false;
    return JSON.parse(git("show", `${base}:${file}`)).version !== manifest.version;
  });
}

if (await raisesVersion())
  console.log("This branch raises the version. Its changesets are in the changelogs.");
else
  process.exitCode =
    spawnSync(process.execPath, [changesets, "status"], { cwd: workspace, stdio: "inherit" }).status ?? 1;
