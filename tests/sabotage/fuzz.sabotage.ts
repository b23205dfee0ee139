import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "vitest";
import { patches } from "./read-patches.ts";
import { RepositoryCopy } from "./repository-copy.ts";

const execute = promisify(execFile);
const fuzz = fileURLToPath(new URL("../fuzz", import.meta.url));

/** Patches that remove a safeguard of core, each with what the fuzz must report. */
const noticed: Readonly<Record<string, RegExp>> = {
  "signature-not-checked": /must refuse .* and answered OK/,
  "token-not-checked": /must (?:answer|refuse) \(?unknown/,
  "any-merchant": /must refuse .* and answered OK/,
  "amount-not-compared": /paid without an honest signed success|left no item/,
  "failure-wins": /must be paid and is failed/,
  "cycles-beyond-plan": /cycle 4 was renewed 1 times/,
  "cycles-amount-not-compared": /was renewed 1 times|left no item/,
};

for (const [name, report] of Object.entries(noticed))
  test(`the fuzz notices within 20,000 inputs: ${name}`, async ({ expect }) => {
    const patch = patches.find((each) => each.name === name);
    const copy = await RepositoryCopy.make();
    try {
      await cp(fuzz, join(copy.folder, "tests/fuzz"), { recursive: true });
      await copy.apply(patch?.file ?? "");
      const args = ["tests/fuzz/fuzz-command.ts", "--seed", "1", "--inputs", "20000"];
      const outcome = await execute(process.execPath, args, { cwd: copy.folder }).catch((error) => error);
      expect(outcome.stderr).toMatch(report);
    } finally {
      await copy.remove();
    }
  });
