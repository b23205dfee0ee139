// Vendure translates its menu by catalogs. What one lacks it shows in English, and says nothing: so this does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chineseStaffTexts, englishStaffTexts } from "@pay-index/core/staff";
import { expect, test } from "vitest";

test.each([
  ["en", englishStaffTexts],
  ["zh_Hans", chineseStaffTexts],
] as const)("the catalog %s has the entries of the menu, with core's texts", (language, words) => {
  const catalog = readFileSync(join(__dirname, `../src/dashboard/locales/${language}.po`), "utf8");
  const entries = catalog.matchAll(/^#\. js-lingui-explicit-id\nmsgid "(.+)"\nmsgstr "(.+)"$/gm);
  expect([...entries].map(([, ...entry]) => entry)).toEqual([
    [englishStaffTexts.page.title, words.page.title],
    [englishStaffTexts.attemptList.title, words.attemptList.title],
    [englishStaffTexts.health.title, words.health.title],
    [englishStaffTexts.overview.title, words.overview.title],
  ]);
});
