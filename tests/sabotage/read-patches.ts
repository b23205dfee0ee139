import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Host, hosts } from "./play-scenarios.ts";

const folder = fileURLToPath(new URL("patches", import.meta.url));

/** One bolt taken off, and who must notice. */
export interface Patch {
  readonly name: string;
  readonly file: string;
  /** In words. */
  readonly what: string;
  /** By the host that they are played on: scenarios, or on Medusa tests, that must turn red, and no others. */
  readonly red: ReadonlyMap<Host, readonly string[]>;
}

export const patches: readonly Patch[] = readdirSync(folder)
  .filter((name) => name.endsWith(".patch"))
  .map((name) => readPatch(join(folder, name)));

function readPatch(file: string): Patch {
  const [words = ""] = readFileSync(file, "utf8").split("\ndiff --git ", 1);
  const [what = "", ...lines] = words.trim().split(/\n+/);
  const red = new Map(lines.map(readRed));
  if (what === "" || red.size === 0)
    throw new Error(`${file} must begin with a line that says what it does, and one that says "Red: …"`);
  return { name: basename(file, ".patch"), file, what, red };
}

/** `Red: …` is for Express, `Red on Vendure: …` says so. Tests on Medusa are named in words: a semicolon stands between two. */
function readRed(line: string): [Host, readonly string[]] {
  const [, host = "Express", names = ""] = /^Red(?: on (\w+))?: (.+)$/.exec(line) ?? [];
  const known = hosts.find((each) => each === host);
  if (known === undefined || names === "") throw new Error(`nobody can say what must be red: ${line}`);
  return [known, names.split(known === "Medusa" ? /;\s*/ : /,\s*/).sort()];
}
