import { readFileSync } from "node:fs";

const glossary = readFileSync(new URL("../docs/explanation/glossary.md", import.meta.url), "utf8");

/** The words of the glossary: of each entry, what comes before the colon. */
const glossaryWords = [...glossary.matchAll(/^- (.+?): /gm)].flatMap(
  ([, terms]) => terms.match(/\w+/g) ?? [],
);

/** Words that the glossary replaced. */
const replacedWords = ["bookkeeping", "desk", "ledger", "masterId", "parked", "shelf", "till", "untrue"];

export default {
  version: "0.2",
  globRoot: "..",
  language: "en,en-GB",
  files: ["**/*.md", ".changeset/*.md"],
  ignorePaths: ["docs/reference/bad-input.md", "docs/reference/capabilities.md", "**/*.api.md"],
  useGitignore: true,
  dictionaryDefinitions: [{ name: "project", path: "words.txt", addWords: true }],
  dictionaries: ["project"],
  words: glossaryWords,
  flagWords: replacedWords,
  patterns: [
    { name: "fenced-code", pattern: "/^\\s*(`{3,})[\\s\\S]*?^\\s*\\1/gm" },
    { name: "inline-code", pattern: "/`[^`]+`/g" },
    { name: "link-target", pattern: "/\\]\\([^)]*\\)/g" },
    { name: "repository", pattern: "/[\\w.-]+\\/[\\w.-]+/g" },
  ],
  ignoreRegExpList: ["fenced-code", "inline-code", "link-target", "repository"],
};
