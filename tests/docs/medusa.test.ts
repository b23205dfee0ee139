import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { findMarkdownEntryNames } from "./markdown-entry-names.ts";

const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

test("hosts.md has a row for each reason why Medusa did not place a paid cart, and no other", () => {
  const [, section = ""] = read("docs/reference/hosts.md").split("\n## On Medusa\n");
  const told = findMarkdownEntryNames(section);
  const sources = [
    "order-placer",
    "complete-paid-cart",
    "placement-problems",
    "subscription/place-renewal",
    "subscription/renewal-problems",
  ];
  const host = sources.map((name) => read(`packages/medusa/src/${name}.ts`)).join("\n");
  const given = all(host, /(?:createOrderPortRefusal\(|code: )\s*"([a-z_]+)"/g);
  expect(given.length).toBeGreaterThan(4);
  expect(told.sort()).toEqual([...new Set(given)].sort());
});

test("medusa.md has an entry for each refusal of a payment, and no other", () => {
  const [, section = ""] = read("docs/reference/medusa.md").split("\n## Refusals\n");
  const told = all(section.split("\n## ", 1)[0] ?? "", /^- `pay_index_([a-z_]+)`: /gm);
  const codes = all(read("packages/medusa/src/store-route-error.ts"), /^ {2}([a-z_]+): \{ status/gm);
  expect(told.sort()).toEqual([...codes, "card_data"].sort());
});
