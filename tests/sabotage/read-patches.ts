import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Host, hosts } from "./play-scenarios.ts";

const folder = fileURLToPath(new URL("patches", import.meta.url));

/** A patch that removes one safeguard, and the tests that must fail with it. */
export interface Patch {
  readonly name: string;
  readonly file: string;
  /** The description of what it removes. */
  readonly what: string;
  /** For each host: exactly the scenarios (on Medusa: tests) that must fail. */
  readonly red: ReadonlyMap<Host, readonly string[]>;
  /** Scenarios on Express that fail or not, because the patch lets two things race. */
  readonly redByChance: readonly string[];
}

export const patches: readonly Patch[] = readdirSync(folder)
  .filter((name) => name.endsWith(".patch"))
  .map((name) => readPatch(join(folder, name)));

function readPatch(file: string): Patch {
  const [words = ""] = readFileSync(file, "utf8").split("\ndiff --git ", 1);
  const [what = "", ...lines] = words.trim().split(/\n+/);
  const chance = /^Red by chance: (.+)$/;
  const redByChance = lines.flatMap((line) => chance.exec(line)?.[1]?.split(/,\s*/) ?? []);
  const red = new Map(lines.filter((line) => !chance.test(line)).map(readRed));
  if (what === "" || red.size === 0)
    throw new Error(
      `${file} must begin with a line that describes the change, and a line that says "Red: …"`,
    );
  return { name: basename(file, ".patch"), file, what, red, redByChance };
}

/** `Red: …` is for Express, `Red on Vendure: …` for Vendure. Tests on Medusa have their full names, separated by semicolons. */
function readRed(line: string): [Host, readonly string[]] {
  const [, host = "Express", names = ""] = /^Red(?: on (\w+))?: (.+)$/.exec(line) ?? [];
  const known = hosts.find((each) => each === host);
  if (known === undefined || names === "") throw new Error(`cannot read which tests must fail: ${line}`);
  return [known, names.split(known === "Medusa" ? /;\s*/ : /,\s*/).sort()];
}
