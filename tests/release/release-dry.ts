// Tries a release of the built packages without publishing anything: `pnpm release:dry`, which builds first.
// RELEASING.md describes the options.
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createNewUser } from "../create/new-user.ts";
import {
  packTarballs,
  pinnedPnpm,
  repositoryRoot,
  runProgram,
  type Tarballs,
} from "../packaging/pack-tarballs.ts";
import { codeOwnersAreCurrent } from "./code-owners.ts";
import { type TrialHost, trialHosts, tryFirstOrder } from "./first-order-trial.ts";
import { checkLicences, writeSboms } from "./licences.ts";
import { findNextVersion, type NextVersion } from "./next-version.ts";
import { findPublicPackages } from "./public-packages.ts";
import { findMissingInfo, readReleaseInfo } from "./release-json.ts";
import { releaseNotes } from "./release-notes.ts";
import { StepReport } from "./step-report.ts";
import { checkTarballSizes } from "./tarball-sizes.ts";

const { values: options } = parseArgs({
  options: {
    trial: { type: "string", multiple: true },
    newest: { type: "boolean", default: false },
    output: { type: "string" },
  },
});
const chosen = (options.trial ?? trialHosts) as readonly TrialHost[];
const unknown = chosen.filter((name) => !trialHosts.includes(name));
if (unknown.length > 0)
  throw new Error(`--trial is one of ${trialHosts.join(", ")}, not ${unknown.join(", ")}.`);
/** A chosen trial asks about one host, not about the whole release. */
const isWhole = options.trial === undefined;

const packages = findPublicPackages();
const report = new StepReport(console.log);
const folder = await mkdtemp(join(tmpdir(), "pay-index-release-"));

async function pnpm(...command: string[]): Promise<void> {
  await runProgram("npx", ["--yes", pinnedPnpm, ...command], { cwd: repositoryRoot, maxBuffer: 1e8 }).catch(
    (error) => {
      const output = `${error.stdout}${error.stderr}`.trim().split("\n");
      const failures = output.filter((line) => /FAIL|Error/.test(line));
      throw new Error([...failures, ...output.slice(-20)].join("\n"));
    },
  );
}

/** What the repository says about the release, without a package. */
async function checkRepository(): Promise<NextVersion | undefined> {
  await report.run("release.json", async () => {
    const info = readReleaseInfo();
    const missing = findMissingInfo(info);
    if (missing.length > 0) throw new Error(`release.json does not have: ${missing.join(", ")}`);
    if (!codeOwnersAreCurrent(info))
      throw new Error("Run pnpm release:fill: .github/CODEOWNERS is not current.");
    return [info, "complete"];
  });
  return report.run("version", async () => {
    const next = await findNextVersion();
    const [version = "", ...others] = new Set(next.versions.values());
    if (others.length > 0)
      throw new Error(`The packages get several versions: ${[version, ...others].join(", ")}`);
    const without = packages.filter(({ name }) => !next.changelogs.get(name)?.includes(`## ${version}\n`));
    if (without.length > 0)
      throw new Error(`No changelog for ${version}: ${without.map(({ name }) => name).join(", ")}`);
    return [next, `${version}, ${packages.length} packages`];
  });
}

async function checkPackages(tarballs: Tarballs): Promise<void> {
  await report.run("contents, publint, attw", async () => {
    const tests = ["tests/packaging/contents.test.ts", "tests/packaging/exports.test.ts"];
    await pnpm("exec", "vitest", "run", "--project", "release", ...tests);
    return [true, `${packages.length} packages`];
  });
  await report.run("licences, SBOM", async () => {
    await writeSboms(packages, folder);
    const { components } = checkLicences(folder);
    return [true, `${components} packages that are installed with ours`];
  });
  await report.run("sizes", async () => {
    const total = await checkTarballSizes(tarballs.files);
    return [true, `${Math.round(total / 1000)} kB in all`];
  });
}

async function tryPackages(tarballs: Tarballs): Promise<void> {
  const user = await report.run("publish to a local registry", async () => {
    return [await createNewUser(tarballs), `${tarballs.files.length} packages`];
  });
  for (const host of chosen) {
    const title = `first order on ${host}`;
    if (user === undefined) report.skip(title, "nothing is published");
    else
      await report.run(title, async () => [
        true,
        await tryFirstOrder(user, host, options.newest ? "latest" : undefined),
      ]);
  }
  await user?.[Symbol.asyncDispose]();
}

/** Writes what the release workflow publishes: the tarballs that were tried, their SBOMs and the notes. */
async function writeOutput(
  place: string,
  tarballs: Tarballs,
  { versions, changelogs }: NextVersion,
): Promise<void> {
  const output = resolve(repositoryRoot, place);
  await mkdir(output, { recursive: true });
  for (const tarball of tarballs.files) await copyFile(tarball, join(output, basename(tarball)));
  await writeSboms(packages, output);
  const [version = ""] = versions.values();
  await writeFile(join(output, "notes.md"), releaseNotes(changelogs.values(), version));
  await writeFile(join(output, "tag"), `v${version}`);
}

/** Tarballs have the version that is committed. Before the changesets are applied, that is not the next one. */
function checkThatVersionIsCommitted({ versions }: NextVersion): void {
  const old = packages.filter(({ name, manifest }) => manifest.version !== versions.get(name));
  if (old.length > 0)
    throw new Error(
      `${old[0]?.name} has the version ${old[0]?.manifest.version}. Run pnpm release:version first.`,
    );
}

const { output } = options;
const next = isWhole ? await checkRepository() : undefined;
if (output !== undefined && next !== undefined)
  await report.run("version for the output", async () => [checkThatVersionIsCommitted(next), "committed"]);
const packed = await report.run("pack", async () => {
  const tarballs = await packTarballs();
  return [tarballs, `${tarballs.files.length} tarballs`];
});
if (packed) {
  if (isWhole) await checkPackages(packed);
  await tryPackages(packed);
  if (output !== undefined && next !== undefined && report.passed) await writeOutput(output, packed, next);
  await packed[Symbol.asyncDispose]();
}
await rm(folder, { recursive: true, force: true });
console.log(`\n${report.table()}`);
console.log(report.passed ? "\nThe packages can be released." : "\nThe packages cannot be released yet.");
process.exit(report.passed ? 0 : 1);
