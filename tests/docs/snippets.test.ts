import { expect, test } from "vitest";
import { PackageDeclarations } from "../packaging/public-names.ts";
import { compileSnippets } from "./compile-snippets.ts";
import { exampleOptionValuesByHost, type HostName } from "./example-option-values.ts";
import { findMarkdownEntryNames } from "./markdown-entry-names.ts";
import { markdownPages, readPage } from "./markdown-pages.ts";
import { findSnippets } from "./markdown-snippets.ts";
import type { SnippetReader } from "./snippet-reader.ts";
import { snippetReaders } from "./snippet-reader-projects.ts";
import { withEveryOption } from "./snippet-with-every-option.ts";

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

test("a snippet that does not compile is reported with its line", () => {
  const [snippet] = findSnippets(
    "README.md",
    'A page.\n\n```ts\nconst cents: string = money(1999, "USD").minor;\n```\n',
  );
  const [problem, ...others] = compileSnippets(readerOf("README.md"), [snippet!]);
  expect(problem).toContain("line-4.ts: Type 'number' is not assignable to type 'string'.");
  expect(others).toEqual([]);
});

const complete = withSnippets.flatMap((page) => {
  const { host } = snippetReaders[page] ?? {};
  const snippets = findSnippets(page, readPage(page)).flatMap(
    (snippet) => (host && withEveryOption(snippet, exampleOptionValuesByHost[host])) ?? [],
  );
  return snippets.length > 0 ? [{ page, snippets }] : [];
});

test.each(complete)("the snippets of $page compile with every option", ({ page, snippets }) => {
  expect(compileSnippets(readerOf(page), snippets)).toEqual([]);
});

test("each README that sets up a plugin is compiled with every option", () => {
  const set = complete.map(({ page }) => page);
  expect(set).toEqual(expect.arrayContaining(["README.md", "docs/guides/medusa-nextjs.md"]));
  for (const host of Object.keys(exampleOptionValuesByHost))
    expect(set).toContain(`packages/${host}/README.md`);
});

const types: Readonly<Record<HostName, readonly [entry: string, type: string]>> = {
  express: ["packages/express/dist/index.d.ts", "ExpressOptions"],
  medusa: ["packages/medusa/.medusa/server/src/index.d.ts", "PayIndexPluginOptions"],
  vendure: ["packages/vendure/dist/index.d.ts", "PayIndexPluginOptions"],
};
const declarations = new PackageDeclarations(Object.values(types).map(([entry]) => entry));

test.each(Object.keys(types) as HostName[])("the examples of all options of %s compile together", (host) => {
  const examples = Object.entries(exampleOptionValuesByHost[host].options);
  const values = examples.map(([name, value]) => `${name}: ${value},`).join("\n");
  const type = `import("@pay-index/${host}").${types[host][1]}${host === "express" ? "<any>" : ""}`;
  const page = `A page.\n\n\`\`\`ts\nconst options: ${type} = {\n${values}\n};\n\`\`\`\n`;
  const snippets = findSnippets("README.md", page);
  expect(snippets).toHaveLength(1);
  expect(compileSnippets(readerOf(`packages/${host}/README.md`), snippets)).toEqual([]);
});

test.each(Object.keys(types) as HostName[])(
  "there is an example of each option of %s, and no other",
  (host) => {
    const { options, merchant } = exampleOptionValuesByHost[host];
    expect(Object.keys(options).sort()).toEqual(declarations.properties(...types[host]));
    expect(Object.keys(merchant).sort()).toEqual(declarations.properties(...types[host], "merchants"));
  },
);

test.each(["medusa", "vendure"] as const)("options.md has an entry for each option that %s adds", (host) => {
  const core = declarations.properties("packages/vendure/dist/index.d.ts", "Options");
  const [, rest = ""] = readPage("docs/reference/options.md").split("\n## Options of Vendure and Medusa\n");
  const [common = "", ...others] = (rest.split("\n## ", 1)[0] ?? "").split("\n### Only on ");
  const own = others.filter((section) => section.toLowerCase().startsWith(`${host}\n`));
  const documented = findMarkdownEntryNames([common, ...own].join("\n"));
  const added = Object.keys(exampleOptionValuesByHost[host].options).filter((name) => !core.includes(name));
  expect(documented.sort()).toEqual(added.sort());
});
