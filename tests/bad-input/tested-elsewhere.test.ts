import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { handWrittenSections } from "./bad-input-page.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

const entries = handWrittenSections()
  .split(/^- \*\*/m)
  .slice(1)
  .map((entry) => entry.replace(/\s+/g, " "));

test.each(entries)("the named test has each code of: %s", (entry) => {
  const [, result = "", file = ""] = /Result: (.*) Test: `([^`]+)`/.exec(entry) ?? [];
  const codes = [...result.matchAll(/`([a-z]+[-_][a-z-_]+)`/g)].map(([, code = ""]) => code);
  expect(codes.filter((code) => !read(file).includes(code))).toEqual([]);
});
