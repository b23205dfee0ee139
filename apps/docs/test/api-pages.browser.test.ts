import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSource } from "../src/site-pages.ts";
import { siteFolder } from "./serve-site.ts";

// They need no browser, but the built site, as test:browser does.
const folder = join(siteFolder, "reference/api");
const pages = globSync("*.md", { cwd: folder }).map((page) => readFileSync(join(folder, page), "utf8"));
const read = (page: string) => readFileSync(join(folder, page), "utf8");

/** The options of every shop in the list of docs/reference/options.md, which another test compares with the code. */
function listedOptions(): string[] {
  const [, section = ""] = readSource("docs/reference/options.md").split("\n## Options of every shop\n");
  return [
    ...section
      .split("\n## ", 1)
      .join()
      .matchAll(/^- `(\w+)` \(/gm),
  ].map(([, name = ""]) => name);
}

test("the page of core has a row for each option, with a description", () => {
  const [, section = ""] = read("core.md").split("\n### Options {#options}\n");
  const rows = [
    ...section
      .split("\n### ", 1)
      .join()
      .matchAll(/<\/a> `(\w+)\??` \|.*\| (.+) \|$/gm),
  ];
  expect(rows.map(([, name]) => name).sort()).toEqual(listedOptions().sort());
  expect(rows.filter(([, , description]) => description === "-")).toEqual([]);
});

test("no table has default values that say nothing, and no type extends a type without a page", () => {
  expect(pages.length).toBeGreaterThan(30);
  const text = pages.join("\n");
  expect(text).not.toContain("Default value");
  expect(text).not.toContain("Extended by");
  expect(text).not.toMatch(
    /MedusaSpecificOptions|StaffOverviewMethods|Inherited from\n\n`(?!Error|VendureEvent)/,
  );
});
