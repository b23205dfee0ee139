// Publishes the tarballs of a folder: `pnpm release:publish --from FOLDER`. Without `--publish`, nothing is published.
// It imports no package, so that the job that may publish has to install none.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";

const run = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Tarball {
  readonly path: string;
  readonly manifest: Manifest;
}

async function readTarball(path: string): Promise<Tarball> {
  const { stdout } = await run("tar", ["-xOf", path, "package/package.json"]);
  return { path, manifest: JSON.parse(stdout) as Manifest };
}

/** Dependencies first, so that nobody can install a package whose dependency does not exist yet. */
function inOrder(tarballs: readonly Tarball[]): Tarball[] {
  const rest = new Set(tarballs);
  const result: Tarball[] = [];
  while (rest.size > 0) {
    const waiting = new Set([...rest].map(({ manifest }) => manifest.name));
    const ready = [...rest].filter(
      ({ manifest }) => !Object.keys(manifest.dependencies ?? {}).some((name) => waiting.has(name)),
    );
    if (ready.length === 0)
      throw new Error(`These packages depend on each other: ${[...waiting].join(", ")}`);
    for (const tarball of ready) rest.delete(tarball);
    result.push(...ready);
  }
  return result;
}

/** Whether the registry has this version. A release that stopped halfway can be repeated. */
async function isPublished({ name, version }: Manifest): Promise<boolean> {
  try {
    const { stdout } = await run("npm", ["view", `${name}@${version}`, "version"]);
    return stdout.trim() === version;
  } catch (error) {
    if (error instanceof Error && error.message.includes("E404")) return false;
    throw error;
  }
}

async function publish({ path, manifest }: Tarball, isDry: boolean): Promise<void> {
  const id = `${manifest.name}@${manifest.version}`;
  if (await isPublished(manifest)) return console.log(`${id} is published already`);
  // In the release workflow, npm signs where the package comes from.
  const provenance = process.env.GITHUB_ACTIONS === "true" ? ["--provenance"] : [];
  const command = ["publish", path, "--access", "public", "--ignore-scripts", ...provenance];
  if (isDry) await run("npm", [...command, "--dry-run"]);
  else await runInTerminal("npm", command);
  console.log(isDry ? `${id} would be published` : `${id} is published`);
}

/** Leaves the terminal to the program: npm asks for the one-time password of an account only in a terminal. */
async function runInTerminal(program: string, command: readonly string[]): Promise<void> {
  const [code] = await once(spawn(program, command, { stdio: "inherit" }), "close");
  if (code === 0) return;
  const again = "Correct the cause, and run the same command again: it leaves out what is published.";
  throw new Error(`${program} ${command.slice(0, 2).join(" ")} ended with ${code}. ${again}`);
}

const { values } = parseArgs({
  options: { from: { type: "string" }, publish: { type: "boolean", default: false } },
});
if (values.from === undefined) throw new Error("Name the folder that release:dry wrote: --from FOLDER");
const folder = resolve(values.from);
const files = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
if (files.length === 0)
  throw new Error(`${folder} has no tarballs. Run pnpm release:dry --output ${values.from}`);
const tarballs = inOrder(await Promise.all(files.map((file) => readTarball(join(folder, file)))));
for (const tarball of tarballs) await publish(tarball, !values.publish);
if (!values.publish) console.log("Nothing was published. To publish, add --publish");
