import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { named } from "./row.ts";
import { testedElsewhereRows } from "./rows/tested-elsewhere.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test.each(named(testedElsewhereRows))("a test exists for: %s", (_, { test: [file, title], result }) => {
  const text = read(file);
  expect(text).toContain(title);
  const codes = [...result.matchAll(/`([a-z]+[-_][a-z-_]+)`/g)].map(([, code = ""]) => code);
  expect(codes.filter((code) => !text.includes(code))).toEqual([]);
});
