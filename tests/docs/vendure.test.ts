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

/** Bold in the README's section about staff without being a text of the plugin's pages. */
const otherBoldTexts = new Set(["review item", "From the order.", "From a review item.", "Settings → Roles"]);

function textsOf(words: unknown): string[] {
  if (typeof words === "string") return [words];
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsOf) : [];
}

test("the README quotes the pages for staff as they are on the screen", () => {
  const [, section = ""] = read("packages/vendure/README.md").split(
    /\n## What staff see\n|\n## Good to know\n/,
  );
  const onScreen = new Set(textsOf(englishStaffTexts));
  const bold = [...section.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = ""]) => text.replace(/\s+/g, " "));
  const quoted = bold.map((text) => text.replace("Sales → ", "")).filter((text) => !otherBoldTexts.has(text));
  expect(quoted).toEqual(expect.arrayContaining(["Other actions", "Refund recorded"]));
  expect(quoted.filter((text) => !onScreen.has(text))).toEqual([]);
});

test("the README's query of review items selects all fields that its mutation needs", () => {
  const [, example = ""] =
    /```graphql\n(query \{ payIndexReviewItems[\s\S]*?)```/.exec(read("packages/vendure/README.md")) ?? [];
  const [selected = "", decision = ""] = example.split("mutation");
  expect(decision).toMatch(/orderId: .* attemptId: .* reviewItemId: /);
  expect(selected).toMatch(/item \{[^}]*\bid\b/);
  expect(selected).toMatch(/item \{[^}]*\battemptId\b/);
  expect(selected).toMatch(/\borderId\b/);
});

test.each(["vendure", "medusa"])("the README of %s says what each outcome of a retry means", (host) => {
  const text = read(`packages/${host}/README.md`).replace(/\s+/g, " ");
  const named = Object.keys(englishStaffTexts.page.retries).map((outcome) =>
    host === "vendure" ? outcome.toUpperCase().replace("-", "_") : outcome,
  );
  expect(named.filter((outcome) => !text.includes(`\`${outcome}\`: `))).toEqual([]);
});

test.each(["vendure", "medusa"])("the README of %s says which refund's amount is not checked", (host) => {
  const [, refunds = ""] = read(`packages/${host}/README.md`).split("\n### Refunds\n");
  const [section = ""] = refunds.split(/\n##/);
  expect(section.replace(/\s+/g, " ")).toMatch(
    /`amount[-_]mismatch`\), the plugin does not check the amount/i,
  );
});

test("the Admin API's schema says for each outcome of a retry what it means, and where the reason is", () => {
  const schema = read("packages/vendure/src/admin-api/admin-schema.ts");
  const [, outcomes = ""] = /enum PayIndexRetryOutcome \{([^}]*)\}/.exec(schema) ?? [];
  const meanings = new Map([...outcomes.matchAll(/"(.*)"\n\s*(\w+)/g)].map(([, text, name]) => [name, text]));
  expect([...meanings.keys()]).toEqual(["DONE", "FAILED", "POSTPONED", "NOT_RUN"]);
  for (const name of ["FAILED", "POSTPONED"]) expect(meanings.get(name)).toContain("field problem");
});
