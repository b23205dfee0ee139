import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

const places = ["*.md", "docs/**/*.md", "{packages,apps,tests}/*/*.md", "bench/*.md"];

/** Every Markdown page of the project except changesets and their changelogs, as paths from the root. */
export const markdownPages: readonly string[] = globSync(places, { cwd: repositoryRoot })
  .filter((page) => !page.endsWith("CHANGELOG.md"))
  .sort();

/** These pages, and the READMEs of the projects that create-pay-index makes. */
export const pagesWithCode: readonly string[] = [
  ...markdownPages,
  ...globSync("packages/create-pay-index/dist/templates/*/README.md", { cwd: repositoryRoot }).sort(),
];

export const readPage = (page: string) => readFileSync(join(repositoryRoot, page), "utf8");
