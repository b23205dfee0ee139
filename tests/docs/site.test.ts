import { existsSync } from "node:fs";
import { join } from "node:path";
import { chineseStaffTexts } from "@pay-index/core/staff";
import { expect, test } from "vitest";
import { apiEntryPoints, packagesWithoutApi } from "../../apps/docs/src/api-entry-points.ts";
import { renderApiIndexPage, renderApiPage } from "../../apps/docs/src/api-page.ts";
import { readFirstParagraph, renderLlmsFullText, renderLlmsList } from "../../apps/docs/src/llms-files.ts";
import { siteLink } from "../../apps/docs/src/page-links.ts";
import { allSidebarPages, englishSections } from "../../apps/docs/src/sidebar.ts";
import { findSiteUrl, repositoryRoot } from "../../apps/docs/src/site-facts.ts";
import { pageAddress, pageSources, readPageTitle } from "../../apps/docs/src/site-pages.ts";
import { readPage } from "./markdown-pages.ts";
import { findCodeBlocks } from "./markdown-snippets.ts";

const englishPages = englishSections.flatMap(([, ...pages]) => pages);

test("the sidebars link to every page once; the logo links to the home page", () => {
  expect(["docs/index.md", ...allSidebarPages].sort()).toEqual([...pageSources].sort());
});

/** How the first sentence of a page says what the reader gets, by folder. A README of a package says what it is. */
const beginnings: readonly (readonly [folder: RegExp, beginning: RegExp])[] = [
  [/^docs\/start\//, /^(?:After this page,|Each page) /],
  [/^docs\/guides\//, /^(?:After this guide,|This guide) /],
  [/^(?:docs\/(?:reference|explanation)\/|SECURITY)/, /^(?:This page|`pay-index`) /],
  [/^docs\/zh\//, /^(?:完成|看完)?本页/],
  [/^(?:docs\/index|packages\/)/, /^[\p{L}`]/u],
];

test.each(pageSources)("%s begins with a heading and a sentence that says what the reader gets", (page) => {
  const [title = "", blank, paragraph = ""] = readPage(page).split("\n");
  expect(title).toMatch(/^# \S/);
  expect(blank).toBe("");
  const [, beginning] = beginnings.find(([folder]) => folder.test(page)) ?? [];
  expect(paragraph).toMatch(beginning ?? /never/);
});

test("a link of a page leads to an address of the site, or to the repository", () => {
  expect(siteLink("../reference/events.md#events", "docs/guides/refund.md")).toBe("/reference/events#events");
  expect(siteLink("../../packages/medusa/README.md", "docs/guides/refund.md")).toBe(
    "/reference/packages/medusa",
  );
  expect(siteLink("../../packages/pages", "docs/guides/pages.md")).toBe("/reference/packages/pages");
  expect(siteLink("../SECURITY.md#known-limits", "docs/index.md")).toBe("/explanation/security#known-limits");
  expect(siteLink("https://example.com/", "docs/index.md")).toBe("https://example.com/");
  expect(() => siteLink("missing.md", "docs/index.md")).toThrow("docs/index.md links to missing.md");
});

test("every entry point of a package has a page of its exports", () => {
  const missing = apiEntryPoints.filter(({ source }) => !existsSync(join(repositoryRoot, source)));
  expect(missing).toEqual([]);
  expect(apiEntryPoints.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "@pay-index/express",
      "@pay-index/core/protocol",
      "@pay-index/medusa/storefront",
    ]),
  );
  const index = renderApiIndexPage(apiEntryPoints);
  expect(apiEntryPoints.filter(({ name, slug }) => !index.includes(`- [\`${name}\`](${slug}.md)`))).toEqual(
    [],
  );
  expect(packagesWithoutApi).toEqual(["create-pay-index", "embedded-postgres"]);
  expect(siteLink("core-store.md#inboxentry", "apps/docs/api/express.md")).toBe(
    "/reference/api/core-store#inboxentry",
  );
});

test("a page of exports has the name that users import, its own anchors, and other pages' exports as a list", () => {
  const written = [
    ...["# express", "", '<a id="start-1"></a>', "", "## start()", "", "Starts.", "", "***", ""],
    ...["## References", "", '<a id="money"></a>', "", "### Money", "", "Re-exports [Money](core.md#money)"],
  ].join("\n");
  const [title, introduction, ...body] = renderApiPage({ name: "@pay-index/express" }, written).split("\n\n");
  expect(title).toBe("# `@pay-index/express`");
  expect(introduction).toMatch(/^Everything that you can import from `@pay-index\/express`/);
  expect(body.join("\n")).toBe(
    "## start() {#start-1}\nStarts.\n## Exports that another page describes\n- [Money](core.md#money)\n",
  );
});

test("the address of the site is DOCS_URL, else the homepage of release.json, and ends with a slash", () => {
  const homepage = "https://docs.example/pay";
  expect(findSiteUrl("https://test.example/", { homepage })?.href).toBe("https://test.example/");
  expect(findSiteUrl(undefined, { homepage })?.href).toBe("https://docs.example/pay/");
  expect(findSiteUrl("", { homepage })?.pathname).toBe("/pay/");
  expect(findSiteUrl(undefined, {})).toBe(undefined);
  expect(() => findSiteUrl("docs.example", {})).toThrow('DOCS_URL is "docs.example". Set it to the address');
});

test("llms.txt lists every English page, and llms-full.txt has the text of each", () => {
  const [list, text] = [renderLlmsList(), renderLlmsFullText()];
  for (const page of englishPages) {
    expect(list).toContain(`- [${readPageTitle(page)}](`);
    expect(text).toContain(`${pageAddress(page)} -->\n\n${readPage(page).trim()}`);
  }
  expect(list).toContain(
    "- [@pay-index/core/protocol](/reference/api/core-protocol.md): Everything that you can",
  );
  expect(readFirstParagraph("docs/guides/refund.md")).toMatch(/^After this guide, your staff refund .*\.$/);
});

/** The code of a page without comments, which are translated. */
const codeOf = (page: string) =>
  findCodeBlocks(readPage(page))
    .filter(({ language }) => language !== "mermaid")
    .map(({ code }) => code.replace(/(^|\s)\/\/ .*$/gm, "").replace(/[ \t]+$/gm, ""));

test.each(["express", "vendure", "medusa"])(
  "the Chinese start page of %s has the code of the English one",
  (name) => {
    const code = codeOf(`docs/zh/start/${name}.md`);
    expect(code.length).toBeGreaterThan(3);
    expect(code).toEqual(codeOf(`docs/start/${name}.md`));
  },
);

function textsOf(words: unknown): string[] {
  if (typeof words === "string") return [words];
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsOf) : [];
}

test("the Chinese staff guide quotes the pages for staff as they are on the screen", () => {
  // The menus of Medusa and Vendure in Chinese, and the list of review items.
  const menus = ["订单", "销售", "待审核事项"];
  const onScreen = new Set([...textsOf(chineseStaffTexts), ...menus]);
  const quoted = [...readPage("docs/zh/guides/staff-pages.md").matchAll(/\*\*([^*]+)\*\*/g)].map(
    ([, text = ""]) => text,
  );
  expect(quoted.length).toBeGreaterThan(40);
  expect(quoted.filter((text) => !onScreen.has(text))).toEqual([]);
});
