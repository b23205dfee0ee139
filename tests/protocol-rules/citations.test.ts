import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const isFolder = (path: string) => statSync(new URL(path, root), { throwIfNoEntry: false })?.isDirectory();
const foldersOf = (group: string) => readdirSync(new URL(group, root)).map((name) => `${group}/${name}/test`);

/** Folders with tests, their tables and the scenarios, which cite a rule by its id. */
const folders = [
  ...["packages", "apps"].flatMap(foldersOf),
  ...readdirSync(new URL("tests", root)).map((name) => `tests/${name}`),
  "packages/conformance/src/scenarios",
].filter((folder) => folder !== "tests/docs" && isFolder(folder));

const testFiles = folders
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => path.endsWith(".ts"));

const ruleIds = [...read("docs/reference/protocol.md").matchAll(/^- \*\*([A-Z]+(?:-[A-Z]+)+)\*\*/gm)].map(
  ([, id = ""]) => id,
);

test("a test cites each rule of the documentation", () => {
  expect(ruleIds.length).toBeGreaterThan(100);
  const cited = new Set(testFiles.flatMap((path) => read(path).match(/\b[A-Z]+(?:-[A-Z]+)+\b/g) ?? []));
  expect(ruleIds.filter((id) => !cited.has(id))).toEqual([]);
});
