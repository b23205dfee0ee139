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

/** Menus of the hosts, which are no texts of the plugin's pages. */
const menus = new Set(["Orders", "Sales"]);

function textsOf(words: unknown): string[] {
  if (typeof words === "string") return [words];
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsOf) : [];
}

test("staff-pages.md quotes the pages for staff as they are on the screen", () => {
  const [, section = ""] = read("docs/guides/staff-pages.md").split(
    /\n## Resolve a review item\n|\n## Ask the gateway\n/,
  );
  const onScreen = new Set(textsOf(englishStaffTexts));
  const bold = [...section.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = ""]) => text.replace(/\s+/g, " "));
  const quoted = bold.filter((text) => !menus.has(text));
  expect(quoted).toEqual(expect.arrayContaining(["Other actions", "Refund recorded"]));
  expect(quoted.filter((text) => !onScreen.has(text))).toEqual([]);
});

test("vendure.md's query of review items selects all fields that its mutation needs", () => {
  const [, example = ""] =
    /```graphql\n(query \{ payIndexReviewItems[\s\S]*?)```/.exec(read("docs/reference/vendure.md")) ?? [];
  const [selected = "", decision = ""] = example.split("mutation");
  expect(decision).toMatch(/orderId: .* attemptId: .* reviewItemId: /);
  expect(selected).toMatch(/item \{[^}]*\bid\b/);
  expect(selected).toMatch(/item \{[^}]*\battemptId\b/);
  expect(selected).toMatch(/\borderId\b/);
});

test("resolve-problems.md says what each outcome of a retry means", () => {
  const text = read("docs/guides/resolve-problems.md");
  const outcomes = Object.keys(englishStaffTexts.page.retries);
  expect(outcomes.filter((outcome) => !text.includes(`- \`${outcome}\`: `))).toEqual([]);
});

test("review-items.md says which refund's amount is not checked", () => {
  const [, entry = ""] = read("docs/reference/review-items.md").split("\n- `amount-mismatch`: ");
  const [text = ""] = entry.split("\n- ");
  expect(text.replace(/\s+/g, " ")).toContain("The plugin does not check the amount of this refund");
});

test("the Admin API's schema says for each outcome of a retry what it means, and where the reason is", () => {
  const schema = read("packages/vendure/src/admin-api/admin-schema.ts");
  const [, outcomes = ""] = /enum PayIndexRetryOutcome \{([^}]*)\}/.exec(schema) ?? [];
  const meanings = new Map([...outcomes.matchAll(/"(.*)"\n\s*(\w+)/g)].map(([, text, name]) => [name, text]));
  expect([...meanings.keys()]).toEqual(["DONE", "FAILED", "POSTPONED", "NOT_RUN"]);
  for (const name of ["FAILED", "POSTPONED"]) expect(meanings.get(name)).toContain("field problem");
});
