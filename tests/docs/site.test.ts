import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiEntryPoints, packagesWithoutApi } from "../../apps/docs/src/api-entry-points.ts";
import { renderApiIndexPage } from "../../apps/docs/src/api-page.ts";
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
