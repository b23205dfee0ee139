// The dashboard shows what a catalog lacks in English, and says nothing: so this does.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { phrases } from "@pay-index/core";
import { staffWords, staffWordsInChinese } from "@pay-index/core/staff";
import { expect, test } from "vitest";

const folder = join(__dirname, "../src/dashboard");
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** `t("…")`, `<Words id="…" />`, titles of the menu, and the tables of words. */
function shown(): Set<string> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".tsx"));
  const said = files.flatMap((name) => all(textOf(name), /(?:\bt\(|\bWords id=|\btitle:)\s*"([^"]+)"/g));
  return new Set([...said, ...all(textOf("words.tsx"), /:\s*"([^"]+)"/g)]);
}

function catalog(language: string): Map<string, string> {
  const entries = textOf(`locales/${language}.po`).matchAll(
    /^#\. js-lingui-explicit-id\nmsgid "(.+)"\nmsgstr "(.+)"$/gm,
  );
  return new Map([...entries].map(([, id = "", text = ""]) => [id, text]));
}

test.each(["en", "zh_Hans"])("the catalog %s has all that is shown, and no more", (language) => {
  expect([...catalog(language).keys()].sort()).toEqual([...shown()].sort());
});

test("English is what the source says, and Chinese is Chinese", () => {
  for (const [id, text] of catalog("en")) expect(text).toBe(id);
  for (const [, text] of catalog("zh_Hans")) expect(text).toMatch(/\p{Script=Han}/u);
});

test("the timeline's phrases are core's, word for word", () => {
  const [, table = ""] = textOf("words.tsx").split("const phraseWords");
  const told = [...table.matchAll(/^ {2}"?([\w-]+)"?:\s*"(.+)",$/gm)].map(([, id, words]) => [id, words]);
  expect(Object.fromEntries(told)).toEqual(phrases);
});

test("both languages say what core has staff told, on every host", () => {
  const texts = (words: object): string[] =>
    Object.values(words).flatMap((word) => (typeof word === "string" ? [word] : texts(word)));
  const chinese = texts(staffWordsInChinese);
  const told = texts(staffWords).map((english, index) => [english, chinese[index]]);
  expect(new Map(told as [string, string][])).toEqual(catalog("zh_Hans"));
});
