import { readdirSync, readFileSync } from "node:fs";
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

test("the README has an entry for each refusal of a payment, and no other", () => {
  const [, section = ""] = read("packages/medusa/README.md").split("\n## Sell\n");
  const told = all(section.split("\n## ", 1)[0] ?? "", /^- `pay_index_([a-z_]+)`: /gm);
  const codes = all(read("packages/medusa/src/store-route-error.ts"), /^ {2}([a-z_]+): \{ status/gm);
  expect(told.sort()).toEqual([...codes, "card_data"].sort());
});

test("the README's list of what Medusa does by itself has a test for each of its promises", () => {
  const [, section = ""] = read("packages/medusa/README.md").split("\n## What Medusa 2.21 does by itself\n");
  const suites = ["shop", "conformance"].flatMap((folder) =>
    readdirSync(join(repositoryRoot, "packages/medusa/test", folder))
      .filter((name) => name.endsWith("ts"))
      .map((name) => `packages/medusa/test/${folder}/${name}`),
  );
  const written = suites.map(read).join("\n").toLowerCase();
  const entries = (section.split("\n## ", 1)[0] ?? "").split("\n- ").slice(1);
  const promises = entries.map((entry) => entry.replace(/\s+/g, " ").split("**Here:** ")[1] ?? "");
  const promised = promises
    .flatMap((text) =>
      text
        .trim()
        .toLowerCase()
        .split(/\.(?: |$)/),
    )
    .filter(Boolean);
  expect(promised.length).toBeGreaterThan(12);
  for (const promise of promised) expect(written, promise).toContain(promise.split(/,| before| 20\.00/)[0]);
});
