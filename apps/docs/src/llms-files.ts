import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { apiEntryPoints } from "./api-entry-points.ts";
import { apiIndexTitle, renderApiIntroduction } from "./api-page.ts";
import { englishSections } from "./sidebar.ts";
import { generatedPages, pageAddress, pagePath, readPageTitle, readSource } from "./site-pages.ts";
import { currentBuildAddress as base, siteVersion } from "./site-version.ts";

/** Returns the first paragraph of a page, which says what its reader gets. */
export function readFirstParagraph(source: string): string {
  const blocks = readSource(source).split(/\n\n+/);
  const prose = blocks.find((block) => /^[\p{L}`[*]/u.test(block)) ?? "";
  return prose.replace(/\s+/g, " ").replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
}

/** Returns `llms.txt` (llmstxt.org): a list of all English pages, each with its first paragraph. */
export function renderLlmsList(): string {
  const sections = englishSections.map(([title, ...pages]) => {
    const entries = pages.map((page) => {
      const address = `${base}/${pagePath(page)}`;
      return `- [${readPageTitle(page)}](${address}): ${readFirstParagraph(page)}`;
    });
    return `## ${title}\n\n${entries.join("\n")}\n`;
  });
  const exports = apiEntryPoints.map(
    ({ name, page }) => `- [${name}](${base}/${pagePath(page)}): ${renderApiIntroduction(name)}`,
  );
  sections.push(`## ${apiIndexTitle}\n\n${exports.join("\n")}\n`);
  return `# pay-index ${siteVersion ?? "(unreleased)"}\n\n> ${readFirstParagraph("docs/index.md")}\n\n${sections.join("\n")}`;
}

/** Returns `llms-full.txt`: the text of all English pages. */
export function renderLlmsFullText(): string {
  const pages = englishSections.flatMap(([, ...sources]) => sources);
  return pages
    .map((page) => `<!-- ${base}${pageAddress(page)} -->\n\n${readSource(page).trim()}\n`)
    .join("\n\n");
}

/** Writes both files, and each page as Markdown beside its HTML. */
export function writeLlmsFiles(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("llms.txt", renderLlmsList());
  write("llms-full.txt", renderLlmsFullText());
  for (const [, ...pages] of englishSections)
    for (const page of pages) write(pagePath(page), readSource(page));
  for (const page of generatedPages) write(pagePath(page), readSource(page));
}
