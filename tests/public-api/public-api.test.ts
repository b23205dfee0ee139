import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPackageEntryPoints } from "../../apps/docs/src/package-entry-points.ts";
import { readPackageJson } from "../../apps/docs/src/site-facts.ts";
import { ApiReporter, type EntryPoint } from "./api-reports.ts";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

function entryPointsOf(directory: string): EntryPoint[] {
  if (readPackageJson(`packages/${directory}/package.json`).private === true) return [];
  const folder = `${packages}${directory}`;
  return findPackageEntryPoints(directory).map(({ name, declarations }) => ({
    ...{ name, folder, declarations: `${folder}/${declarations}` },
  }));
}

const entryPoints = readdirSync(packages)
  .filter((directory) => existsSync(`${packages}${directory}/package.json`))
  .flatMap(entryPointsOf);

/** `index.api.md` for the package itself, otherwise the path of the entry point. */
function reportFile({ name, folder }: EntryPoint): string {
  const path = name.split("/").slice(2).join("-") || "index";
  return `${folder}/api/${path}.api.md`;
}

let reporter: ApiReporter;
beforeAll(() => {
  const [first, ...others] = entryPoints;
  if (first === undefined) throw new Error("No package has an entry point.");
  reporter = new ApiReporter([first, ...others]);
}, 120_000);
afterAll(() => reporter.close());

test.each(entryPoints)("the public API of $name matches its checked-in report", async (entry) => {
  await expect(reporter.report(entry)).toMatchFileSnapshot(reportFile(entry));
});

test("each report belongs to an existing entry point", () => {
  const expected = new Set(entryPoints.map(reportFile));
  const folders = readdirSync(packages).map((directory) => `${packages}${directory}/api`);
  const reports = folders
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`));
  expect(reports.filter((report) => !expected.has(report))).toEqual([]);
  expect(expected.size).toBe(entryPoints.length);
});
