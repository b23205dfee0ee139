import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = ["SECURITY.md", "docs/explanation/threat-model.md"];

/** `file`: "name of a test in it". */
const citation = /`([\w./-]+\.m?ts)`:\s+"([^"]+)"/g;

function readPage(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

interface Cited {
  readonly page: string;
  readonly file: string;
  readonly name: string;
}

const cited: readonly Cited[] = pages.flatMap((page) =>
  [...readPage(page).matchAll(citation)].map(([, file = "", name = ""]) => ({
    page,
    file,
    name: name.replace(/\s+/g, " "),
  })),
);

test.each(cited)("$page names a test that exists: $file: $name", ({ file, name }) => {
  expect(existsSync(join(root, file))).toBe(true);
  expect(readFileSync(join(root, file), "utf8")).toContain(name);
});

test("every promise of SECURITY.md names a test", () => {
  const [, section = ""] = readPage("SECURITY.md")
    .split(/^## /m)
    .filter((each) => /^(?:Report|What we promise)/.test(each));
  const promises = section.split(/^- /m).slice(1);
  expect(promises.length).toBeGreaterThan(15);
  expect(promises.filter((promise) => [...promise.matchAll(citation)].length === 0)).toEqual([]);
});

test("every attack of the threat model that something stops names a test", () => {
  const [, attacks = ""] = readPage("docs/explanation/threat-model.md").split("\n## Attacks\n");
  const entries = (attacks.split("\n## ", 1)[0] ?? "").split(/^- (?=\*\*)/m).slice(1);
  expect(entries.length).toBeGreaterThan(10);
  expect(entries.filter((entry) => [...entry.matchAll(citation)].length === 0)).toEqual([]);
});
