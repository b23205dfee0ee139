import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addVersion, versionFolderOf, versionsFile } from "./site-version.ts";

export interface BuildReleaseOptions {
  /** Such as `0.2`. */
  readonly version: string;
  /** The folder with the published site: empty before the first release. */
  readonly into: string;
  /** The folder with `.vitepress`. */
  readonly source: string;
}

const vitepress = fileURLToPath(new URL("../node_modules/.bin/vitepress", import.meta.url));

/** Adds the site of a release to the published site: in its folder and, if it is the newest version, in the root. */
export function buildRelease({ version, into, source }: BuildReleaseOptions): void {
  const versions = addVersion(readVersions(into), version);
  const build = (isInFolder: boolean, target: string) => {
    // Built elsewhere first, so that a build that fails changes nothing.
    const output = mkdtempSync(join(tmpdir(), "pay-index-site-"));
    const env = { ...process.env, DOCS_VERSION: version, DOCS_FOLDER: String(isInFolder) };
    execFileSync(vitepress, ["build", source, "--outDir", output], { env, stdio: "pipe" });
    removeFormer(target);
    cpSync(output, target, { recursive: true });
    rmSync(output, { recursive: true });
  };
  mkdirSync(into, { recursive: true });
  build(true, join(into, versionFolderOf(version)));
  if (versions[0] === version) build(false, into);
  writeFileSync(join(into, versionsFile), `${JSON.stringify(versions)}\n`);
}

/** @throws Error if the folder has something else than a published site, because the root of the site is replaced */
function readVersions(folder: string): readonly string[] {
  const file = join(folder, versionsFile);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as readonly string[];
  if (existsSync(folder) && readdirSync(folder).some((name) => !isOfServer(name)))
    throw new Error(
      `${folder} has no ${versionsFile}, so it is no published site. Name that folder, or an empty one.`,
    );
  return [];
}

/** Such as `.git`, `.nojekyll` or `CNAME`: files that tell the web server how to publish the site. */
const isOfServer = (name: string) => name.startsWith(".") || name === "CNAME";

/** Removes the former build, and keeps the folders of the versions. */
function removeFormer(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (!isOfServer(name) && !/^v\d+\.\d+$/.test(name)) rmSync(join(folder, name), { recursive: true });
}
