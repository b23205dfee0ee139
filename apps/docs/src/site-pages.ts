import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { apiEntryPoints, apiFolder, apiIndexFile } from "./api-entry-points.ts";
import { repositoryRoot } from "./site-facts.ts";

const folders = ["docs/start", "docs/guides", "docs/reference", "docs/explanation", "docs/zh"];
/** It is for the tests of this repository only. */
const internalPackage = "embedded-postgres";

/** The Markdown files that are pages of the site, as paths from the root of the repository. */
export const pageSources: readonly string[] = [
  "docs/index.md",
  "SECURITY.md",
  ...folders.flatMap((folder) => markdownIn(folder)),
  ...readdirSync(join(repositoryRoot, "packages"))
    .filter((name) => name !== internalPackage)
    .map((name) => `packages/${name}/README.md`),
];

function markdownIn(folder: string): string[] {
  return readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `${folder}/${file}`)
    .sort();
}

/** The pages that are written when the site is built. */
export const generatedPages: readonly string[] = [apiIndexFile, ...apiEntryPoints.map(({ page }) => page)];

/** Pages that only list the rows of tests. The search of the site leaves them out. */
export const unsearchedPages: readonly string[] = [
  "docs/reference/bad-input.md",
  "docs/reference/capabilities.md",
];

/** The other Markdown files, as patterns for VitePress, which searches the whole repository. */
export const excludedSources = [
  "!(SECURITY).md",
  "docs/!(index).md",
  "docs/decisions/**",
  "{bench,config,tests}/**",
  "apps/!(docs)/**",
  "apps/docs/!(api)/**",
  "packages/*/!(README).md",
  "packages/*/*/**",
  `packages/${internalPackage}/**`,
];

/** Returns the path of a page in the site, such as `guides/refund.md` for `docs/guides/refund.md`. */
export function pagePath(source: string): string {
  if (source === "SECURITY.md") return "explanation/security.md";
  return source
    .replace(/^docs\//, "")
    .replace(`${apiFolder}/`, "reference/api/")
    .replace(/^packages\/([\w-]+)\/README\.md$/, "reference/packages/$1.md");
}

/** Returns the address of a page without the base of the site, such as `/guides/refund`. */
export const pageAddress = (source: string) =>
  `/${pagePath(source)
    .replace(/\.md$/, "")
    .replace(/(^|\/)index$/, "$1")}`;

export const readSource = (source: string) => readFileSync(join(repositoryRoot, source), "utf8");

/** Returns the title of a page: its first heading. */
export function readPageTitle(source: string): string {
  const [, title] = /^# (.+)$/m.exec(readSource(source)) ?? [];
  if (title === undefined) throw new Error(`${source} has no title. Begin it with a heading: # Title`);
  return title.replaceAll("`", "");
}
