import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The first block of code of a page in a language that contains a text, as it is written. */
export function findCode(page: string, language: string, containing: string): string {
  const markdown = readFileSync(join(root, page), "utf8");
  const blocks = markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm);
  for (const [, kind, code = ""] of blocks) if (kind === language && code.includes(containing)) return code;
  throw new Error(`${page} has no block of ${language} with ${JSON.stringify(containing)}.`);
}

/** The words of the first line of a block for the shell, without its comment. */
export function findCommand(page: string, containing: string): readonly string[] {
  const code = findCode(page, "sh", containing);
  const line = code.split("\n").find((each) => each.includes(containing)) ?? "";
  return line
    .replace(/\s#.*$/, "")
    .trim()
    .split(/\s+/);
}

/** Replaces a text that a README has for the reader to replace. A text that is not there is an error. */
export function replaceInCode(code: string, replacements: Readonly<Record<string, string>>): string {
  let result = code;
  for (const [text, replacement] of Object.entries(replacements)) {
    if (!result.includes(text)) throw new Error(`The README does not have ${JSON.stringify(text)} any more.`);
    result = result.replaceAll(text, replacement);
  }
  return result;
}
