import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../packaging/pack-tarballs.ts";

const places = ["*.md", "docs/**/*.md", "{packages,apps,tests}/*/*.md", "bench/*.md"];

/** Every Markdown page of the project except changesets, as paths from the root. */
export const markdownPages: readonly string[] = globSync(places, { cwd: root }).sort();

export const readPage = (page: string) => readFileSync(join(root, page), "utf8");
