import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import type { Snippet } from "./markdown-snippets.ts";

/** The code of each `@example` in the docstrings of a source. TypeDoc shows them on the pages of exports. */
function findExamples(page: string, source: string): Snippet[] {
  return [...source.matchAll(/^( *) \* @example[ \n]([\s\S]*?)(?=^ *\*\/|^ *\* @| *\*\/$)/gm)].map(
    ({ index, 2: text = "" }) => ({
      page,
      line: source.slice(0, index).split("\n").length,
      kind: "ts",
      code: asMembers(
        text
          .replace(/^ *\* ?/gm, "")
          .replace(/^```.*\n?/gm, "")
          .trim(),
      ),
    }),
  );
}

/** An option alone would be read as a label. The comma makes it a part of an object. */
const asMembers = (code: string) => (/^\w+: \(/.test(code) ? `${code},` : code);

/** Every example of the packages, by source. */
export function findAllExamples(): ReadonlyMap<string, readonly Snippet[]> {
  const sources = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: repositoryRoot }).sort();
  const examples = sources.map(
    (source) => [source, findExamples(source, readFileSync(join(repositoryRoot, source), "utf8"))] as const,
  );
  return new Map(examples.filter(([, snippets]) => snippets.length > 0));
}
