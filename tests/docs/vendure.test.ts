import { readFileSync } from "node:fs";
import { join } from "node:path";
import { staffWords } from "@pay-index/core/staff";
import { expect, test } from "vitest";
import { root } from "../packaging/tarballs.ts";
import { entriesOf } from "./entries.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

test("running.md has a row for each reason why Vendure did not place a paid order, and no other", () => {
  const [, section = ""] = read("docs/running.md").split(/\n## On (?:Vendure|Medusa)\n/);
  const told = entriesOf(section);
  const sources = ["host", "paid-orders", "subscription/renewals", "subscription/subscription-news"];
  const host = sources.map((name) => read(`packages/vendure/src/${name}.ts`)).join("\n");
  const given = [...host.matchAll(/(?:refuse\(|problem\(|code: )\s*"([a-z_]+)"/g)].map(([, code]) => code);
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
  const onScreen = new Set(textsOf(staffWords));
  const bold = [...section.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = ""]) => text.replace(/\s+/g, " "));
  const quoted = bold.map((text) => text.replace("Sales → ", "")).filter((text) => !otherBoldTexts.has(text));
  expect(quoted).toEqual(expect.arrayContaining(["Decide otherwise", "Refunded by hand"]));
  expect(quoted.filter((text) => !onScreen.has(text))).toEqual([]);
});
