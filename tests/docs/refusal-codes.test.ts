// The pages that explain refusals list the codes of the plugin: each code of core's table, and no other.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { orderRefusals } from "@pay-index/core/adapter";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { findMarkdownEntryNames } from "./markdown-entry-names.ts";

const pages = ["reference/hosts.md", "reference/review-items.md", "guides/resolve-problems.md"];

/** Returns the codes in lists. A code has an underscore. */
function listedCodes(page: string): string[] {
  const names = findMarkdownEntryNames(readFileSync(join(repositoryRoot, "docs", page), "utf8"));
  return names.filter((name) => /^[a-z]+(_[a-z]+)+$/.test(name));
}

test("the pages explain every code with which the plugin refuses an order, and no other (ENG-PLACED)", () => {
  const listed = new Set(pages.flatMap(listedCodes));
  expect([...listed].toSorted()).toEqual(Object.keys(orderRefusals).toSorted());
});
