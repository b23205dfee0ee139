import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = ["SECURITY.md", "docs/threat-model.md"];

/** `file`: "name of a test in it". */
const citation = /`([\w./-]+\.ts)`: "([^"]+)"/g;

interface Cited {
  readonly page: string;
  readonly file: string;
  readonly name: string;
}

const cited: readonly Cited[] = pages.flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(citation)].map(([, file = "", name = ""]) => ({
    page,
    file,
    name,
  })),
);

test.each(cited)("$page names a test that exists: $file: $name", ({ file, name }) => {
  expect(existsSync(join(root, file))).toBe(true);
  expect(readFileSync(join(root, file), "utf8")).toContain(name);
});

test.each(pages)("every row of %s that promises something or stops an attack names a test", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const tables = text.split(/\n(?=\|[^\n]*\| (?:Test|Shown by) \|\n)/).slice(1);
  const rows = tables.flatMap((table) => (table.split("\n\n", 1)[0] ?? "").split("\n").slice(2));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => [...row.matchAll(citation)].length === 0)).toEqual([]);
});
