import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("patches", import.meta.url));

/** One bolt taken off, and who must notice. */
export interface Patch {
  readonly name: string;
  readonly file: string;
  /** In words. */
  readonly what: string;
  /** Scenarios that must turn red, and no others. */
  readonly red: readonly string[];
}

export const patches: readonly Patch[] = readdirSync(folder)
  .filter((name) => name.endsWith(".patch"))
  .map((name) => readPatch(join(folder, name)));

function readPatch(file: string): Patch {
  const [words = ""] = readFileSync(file, "utf8").split("\ndiff --git ", 1);
  const [, what, red] = /^(.+)\n\nRed: (.+)$/.exec(words.trim()) ?? [];
  if (what === undefined || red === undefined)
    throw new Error(`${file} must begin with a line that says what it does, and one that says "Red: …"`);
  return {
    name: basename(file, ".patch"),
    file,
    what,
    red: red.split(/,\s*/).sort(),
  };
}
