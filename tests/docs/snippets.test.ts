import { expect, test } from "vitest";
import { PackageDeclarations } from "../packaging/public-names.ts";
import { compileSnippets } from "./compile-snippets.ts";
import { findMarkdownEntryNames } from "./markdown-entry-names.ts";
import { markdownPages, readPage } from "./markdown-pages.ts";
import { findSnippets } from "./markdown-snippets.ts";
import type { SnippetReader } from "./snippet-reader.ts";
import { snippetReaders } from "./snippet-reader-projects.ts";

const withSnippets = markdownPages.filter((page) => findSnippets(page, readPage(page)).length > 0);

function readerOf(page: string): SnippetReader {
  const reader = snippetReaders[page];
  if (reader === undefined)
    throw new Error(`snippet-reader-projects.ts does not say what a reader of ${page} has.`);
  return reader;
}

test.each(withSnippets)("the snippets of %s compile, strictly", (page) => {
  expect(compileSnippets(readerOf(page), findSnippets(page, readPage(page)))).toEqual([]);
});

const hostEntries = {
  medusa: "packages/medusa/.medusa/server/src/index.d.ts",
  vendure: "packages/vendure/dist/index.d.ts",
} as const;
const declarations = new PackageDeclarations(Object.values(hostEntries));

test.each(["medusa", "vendure"] as const)("options.md has an entry for each option that %s adds", (host) => {
  const core = declarations.properties("packages/vendure/dist/index.d.ts", "Options");
  const [, rest = ""] = readPage("docs/reference/options.md").split("\n## Options of Vendure and Medusa\n");
  const [common = "", ...others] = (rest.split("\n## ", 1)[0] ?? "").split("\n### Only on ");
  const own = others.filter((section) => section.toLowerCase().startsWith(`${host}\n`));
  const documented = findMarkdownEntryNames([common, ...own].join("\n"));
  const all = declarations.properties(hostEntries[host], "PayIndexPluginOptions");
  const added = all.filter((name) => !core.includes(name));
  expect(documented.sort()).toEqual(added.sort());
});
