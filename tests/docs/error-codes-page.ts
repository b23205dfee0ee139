import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { wrapMarkdown } from "./wrap-markdown.ts";

/** Returns docs/reference/error-codes.md: the docstring of `errorCodes`. */
export function renderErrorCodesPage(): string {
  const source = readFileSync(join(repositoryRoot, "packages/core/src/errors.ts"), "utf8");
  const [docstring = ""] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\nexport const errorCodes/.exec(source) ?? [];
  const [, ...entries] = docstring.replace(/\s*\*\/\n.*$/, "").split("\n * - ");
  const list = entries.map((entry) => wrapMarkdown(entry.replace(/\s*\n \*\s*/g, " "), "- "));
  return `# Error codes

This page lists the codes of all errors that the plugin throws, and what to do. A test writes it from the code. [Bad
input](bad-input.md) shows the result of each wrong input.

Every expected error is a \`PayIndexError\`. Distinguish errors with \`isPayIndexError(error, code)\`. The message says what
to do. \`problems\` lists each wrong field by its path, without its value.

${list.join("\n")}

If the gateway fails, \`start\` does not throw. It returns a result as usual: send the buyer to its \`url\`.
`;
}
