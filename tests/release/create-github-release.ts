// Creates the GitHub release of a version that npm has: `pnpm release:github --from FOLDER`, with the folder that
// `release:dry --output` wrote. It can be repeated: a release that exists gets what it does not have yet.
// It imports no package, so that the job that may publish has to install none.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";

const run = promisify(execFile);

interface ReleaseFiles {
  readonly tag: string;
  readonly notes: string;
  /** The tarballs, and the software bill of materials of each. */
  readonly assets: readonly string[];
}

interface ExistingRelease {
  readonly isDraft: boolean;
  readonly assets: readonly { readonly name: string; readonly state: string }[];
}

/** Throws an error that names each file that the folder does not have. */
function readFolder(folder: string): ReleaseFiles {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const requireFiles = (wanted: readonly string[]) => {
    const missing = wanted.filter((file) => !files.includes(file));
    if (missing.length > 0)
      throw new Error(
        `${folder} does not have: ${missing.join(", ")}. Run pnpm release:dry --output FOLDER.`,
      );
  };
  requireFiles(["tag", "notes.md"]);
  const tag = readFileSync(join(folder, "tag"), "utf8").trim();
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) throw new Error(`${join(folder, "tag")} is "${tag}", not a version.`);
  const end = `-${tag.slice(1)}.tgz`;
  const tarballs = files.filter((file) => file.endsWith(".tgz"));
  const others = tarballs.filter((file) => !file.endsWith(end));
  if (others.length > 0) throw new Error(`${folder} has files of another version: ${others.join(", ")}.`);
  if (tarballs.length === 0) requireFiles([`*${end}`]);
  const sboms = tarballs.map((file) => file.replace(end, ".cdx.json"));
  requireFiles(sboms);
  return { tag, notes: join(folder, "notes.md"), assets: [...tarballs, ...sboms] };
}

async function gh(...command: string[]): Promise<string> {
  try {
    return (await run("gh", command)).stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code === "ENOENT")
      throw new Error("gh is not installed. Install the GitHub CLI: https://cli.github.com");
    throw new Error(`gh ${command.slice(0, 3).join(" ")} failed: ${stderr?.trim()}`);
  }
}

async function findRelease(tag: string): Promise<ExistingRelease | undefined> {
  try {
    return JSON.parse(await gh("release", "view", tag, "--json", "isDraft,assets")) as ExistingRelease;
  } catch (error) {
    if (error instanceof Error && error.message.includes("release not found")) return undefined;
    throw error;
  }
}

/** The commit whose packages were tried. Without it, GitHub would tag the newest one of main. */
async function findCommit(): Promise<string> {
  return process.env.GITHUB_SHA ?? (await run("git", ["rev-parse", "HEAD"])).stdout.trim();
}

async function create(folder: string, { tag, notes, assets }: ReleaseFiles): Promise<void> {
  const flags = ["--title", tag, "--notes-file", notes, "--target", await findCommit()];
  await gh("release", "create", tag, ...flags, ...assets.map((file) => join(folder, file)));
  console.log(`${tag} is created, with ${assets.length} files`);
}

async function complete(folder: string, files: ReleaseFiles, existing: ExistingRelease): Promise<void> {
  const { tag, notes } = files;
  const uploaded = existing.assets.filter(({ state }) => state === "uploaded").map(({ name }) => name);
  const missing = files.assets.filter((file) => !uploaded.includes(file));
  // A file whose upload was interrupted has its name already.
  const paths = missing.map((file) => join(folder, file));
  if (missing.length > 0) await gh("release", "upload", tag, "--clobber", ...paths);
  if (existing.isDraft) await gh("release", "edit", tag, "--draft=false", "--notes-file", notes);
  console.log(`${tag} exists already. Files added: ${missing.length}`);
}

async function release(place: string | undefined): Promise<void> {
  if (place === undefined) throw new Error("Name the folder that release:dry wrote: --from FOLDER");
  const folder = resolve(place);
  const files = readFolder(folder);
  const existing = await findRelease(files.tag);
  if (existing === undefined) await create(folder, files);
  else await complete(folder, files, existing);
}

const { values } = parseArgs({ options: { from: { type: "string" } } });
await release(values.from).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
