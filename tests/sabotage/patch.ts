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
  /** Where: one process on SQLite does one thing at a time, so some bolts are not missed there. */
  readonly on: "sqlite" | "postgres";
  /** Scenarios that must turn red, and no others. */
  readonly red: readonly string[];
}

export const patches: readonly Patch[] = readdirSync(folder)
  .filter((name) => name.endsWith(".patch"))
  .map((name) => readPatch(join(folder, name)));

function readPatch(file: string): Patch {
  const [words = ""] = readFileSync(file, "utf8").split("\ndiff --git ", 1);
  const [, what, on, red] = /^(.+)\n\n(?:On: (sqlite|postgres)\n)?Red: (.+)$/.exec(words.trim()) ?? [];
  if (what === undefined || red === undefined)
    throw new Error(`${file} must begin with a line that says what it does, and one that says "Red: …"`);
  return {
    name: basename(file, ".patch"),
    file,
    what,
    on: on === "postgres" ? on : "sqlite",
    red: red.split(/,\s*/).sort(),
  };
}
