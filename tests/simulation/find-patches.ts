import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { patches } from "../sabotage/read-patches.ts";
import { packagesOfPatch, RepositoryCopy } from "../sabotage/repository-copy.ts";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "1" } },
});

/** Removes one safeguard of core at a time, and simulates random seeds until one fails. Prints how each was found. */
const copy = await RepositoryCopy.make();
try {
  await cp(join(root, "tests/simulation"), join(copy.folder, "tests/simulation"), { recursive: true });
  for (const { name, file } of patches) {
    const isWanted =
      positionals.length > 0 ? positionals.includes(name) : (await packagesOfPatch(file)).has("core");
    if (!isWanted) continue;
    const found = await find(file);
    console.log(`| ${name} | ${found} |`);
    if (found.startsWith("not found")) process.exitCode = 1;
  }
} finally {
  await copy.remove();
}

async function find(file: string): Promise<string> {
  await copy.apply(file);
  const args = [
    "tests/simulation/simulate.ts",
    "--minutes",
    values.minutes,
    "--no-shrink",
    "--processor-time",
  ];
  const { stderr } = await execute(process.execPath, args, { cwd: copy.folder, maxBuffer: 1e9 }).catch(
    (error) => error,
  );
  await copy.revert(file);
  const [, seed, seconds, what = ""] = /✘ seed (\d+) after ([\d.]+) s: (.*)/.exec(stderr) ?? [];
  return seed === undefined
    ? `not found | ${stderr.slice(-200)} |`
    : `${seed} | ${seconds} s | ${what.slice(0, 100)}`;
}
