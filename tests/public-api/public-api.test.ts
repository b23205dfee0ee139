import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiReporter, type EntryPoint } from "./api-reports.ts";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** The first file with declarations in the conditions of an export. */
function declarationsOf(conditions: unknown): string | undefined {
  if (typeof conditions === "string") return conditions.endsWith(".d.ts") ? conditions : undefined;
  if (typeof conditions !== "object" || conditions === null) return undefined;
  return Object.values(conditions)
    .map(declarationsOf)
    .find((file) => file !== undefined);
}

function entryPointsOf(directory: string): EntryPoint[] {
  const folder = `${packages}${directory}`;
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
  if (manifest.private === true) return [];
  return Object.entries(manifest.exports ?? {}).flatMap(([path, conditions]) => {
    const file = declarationsOf(conditions);
    if (file === undefined) return [];
    return [{ name: manifest.name + path.slice(1), folder, declarations: `${folder}/${file}` }];
  });
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

test.each(entryPoints)("the public API of $name is the one that is checked in", async (entry) => {
  await expect(reporter.report(entry)).toMatchFileSnapshot(reportFile(entry));
});

test("no report is left of an entry point that does not exist any more", () => {
  const expected = new Set(entryPoints.map(reportFile));
  const folders = readdirSync(packages).map((directory) => `${packages}${directory}/api`);
  const reports = folders
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`));
  expect(reports.filter((report) => !expected.has(report))).toEqual([]);
  expect(expected.size).toBe(entryPoints.length);
});
