import { readFileSync } from "node:fs";
import { join } from "node:path";
import { englishStaffTexts } from "@pay-index/core/staff";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { findMarkdownEntryNames } from "./markdown-entry-names.ts";

const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");

test("hosts.md has a row for each reason why Vendure did not place a paid order, and no other", () => {
  const [, section = ""] = read("docs/reference/hosts.md").split(/\n## On (?:Vendure|Medusa)\n/);
  const told = findMarkdownEntryNames(section);
  const sources = [
    "order-port",
    "order-placer",
    "subscription/renewal-placer",
    "subscription/subscription-notifier",
  ];
  const host = sources.map((name) => read(`packages/vendure/src/${name}.ts`)).join("\n");
  const given = [...host.matchAll(/(?:new RefusalRollback\(|orderProblem\(|code: )\s*"([a-z_]+)"/g)].map(
    ([, code]) => code,
  );
  expect(given.length).toBeGreaterThan(5);
  expect(told.sort()).toEqual([...new Set(given)].sort());
});

test("resolve-problems.md says what each outcome of a retry means", () => {
  const text = read("docs/guides/resolve-problems.md");
  const outcomes = Object.keys(englishStaffTexts.page.retries);
  expect(outcomes.filter((outcome) => !text.includes(`- \`${outcome}\`: `))).toEqual([]);
});
