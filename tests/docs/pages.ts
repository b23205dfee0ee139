import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../packaging/tarballs.ts";

const places = ["*.md", "docs/**/*.md", "{packages,apps,tests}/*/*.md", "bench/*.md"];

/** Every Markdown page of the project except changesets, as paths from the root. */
export const pages: readonly string[] = globSync(places, { cwd: root }).sort();

export const read = (page: string) => readFileSync(join(root, page), "utf8");
