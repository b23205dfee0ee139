import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readText = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

test("the README lists each group of the store contract", () => {
  const [, table = ""] = readText("README.md").split("| Group | What it proves |\n|---|---|\n");
  const [rows = ""] = table.split("\n\n");
  const listed = [...rows.matchAll(/^\| ([^|]+) \|/gm)].map(([, name]) => name);
  const groups = [...readText("src/store-contract.ts").matchAll(/testRules\(\s*"([^"]+)"/g)];
  expect(listed).toEqual(groups.map(([, name]) => name));
  expect(listed.length).toBeGreaterThan(10);
});
