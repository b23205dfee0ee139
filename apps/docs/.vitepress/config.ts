import { fileURLToPath } from "node:url";
import { defineConfig, type HeadConfig, type MarkdownRenderer, type Plugin } from "vitepress";
import { sourceAliases } from "../../../config/source-aliases.ts";
import { renderDiagrams } from "../src/diagrams.ts";
import { headingSlug } from "../src/heading-slug.ts";
import { joinChineseLines } from "../src/join-chinese-lines.ts";
import { writeLlmsFiles } from "../src/llms-files.ts";
import { chineseLocale, englishLocale, searchOptions } from "../src/locales.ts";
import { addPageLinkRewriting } from "../src/page-links.ts";
import { repositoryUrl } from "../src/site-facts.ts";
import { excludedSources, pagePath } from "../src/site-pages.ts";
import { currentBuildAddress, isBuiltForVersionFolder, siteBase } from "../src/site-version.ts";
import { wrapTables } from "../src/wrap-tables.ts";

/** Finds Vue for the pages, which are outside this package: the compiled page imports it. */
const resolveVueForPages: Plugin = {
  name: "resolve-vue-for-pages",
  enforce: "pre",
  resolveId(id, importer) {
    if (!/^vue(?:\/|$)/.test(id) || importer?.includes(".md") !== true) return undefined;
    return this.resolve(id, fileURLToPath(import.meta.url), { skipSelf: true });
  },
};

const noIndex: HeadConfig = ["meta", { name: "robots", content: "noindex" }];

export default defineConfig({
  // The pages are where the tests and the packages need them: in docs, and each README in its package.
  srcDir: "../..",
  srcExclude: excludedSources,
  rewrites: pagePath,
  outDir: "dist",
  cacheDir: "node_modules/.vitepress",
  title: "pay-index",
  description:
    "Connect an Express, Vendure or Medusa shop to a payment gateway that uses the pay_index protocol",
  base: siteBase,
  cleanUrls: true,
  // No picture yet, and no request for one.
  head: [
    ["link", { rel: "icon", href: "data:," }],
    // A search engine finds the page of the newest version, in the root.
    ...(isBuiltForVersionFolder ? [noIndex] : []),
  ],
  lastUpdated: false,
  ...(currentBuildAddress === "" || isBuiltForVersionFolder
    ? {}
    : { sitemap: { hostname: `${currentBuildAddress}/` } }),
  locales: { root: englishLocale, zh: chineseLocale },
  themeConfig: {
    // The switch of the language leads to the start of the other one, because most pages are in English only.
    i18nRouting: false,
    search: { provider: "local", options: searchOptions },
    externalLinkIcon: true,
    ...(repositoryUrl === undefined ? {} : { socialLinks: [{ icon: "github", link: repositoryUrl }] }),
  },
  markdown: {
    anchor: { slugify: headingSlug },
    // Colours with enough contrast on grey, in light and in dark mode.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(markdown: MarkdownRenderer) {
      addPageLinkRewriting(markdown);
      renderDiagrams(markdown);
      joinChineseLines(markdown);
      wrapTables(markdown, (path) => (path.startsWith("zh/") ? "表格" : "Table"));
    },
  },
  vite: {
    plugins: [resolveVueForPages],
    resolve: {
      alias: [
        // The worker of the simulation has core's sources, and what they use of Node.
        ...sourceAliases,
        {
          find: "node:crypto",
          replacement: fileURLToPath(new URL("theme/simulation/node-crypto.ts", import.meta.url)),
        },
      ],
    },
    // One file: a module that loads later would be outside the simulated time.
    worker: { format: "es", rollupOptions: { output: { inlineDynamicImports: true } } },
    server: { watch: { ignored: ["**/dist/**", "**/.screenshots/**"] } },
  },
  buildEnd: ({ outDir }) => writeLlmsFiles(outDir),
});
