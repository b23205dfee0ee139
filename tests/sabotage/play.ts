import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A quirk of the gateway is played where the plain scenario is, and would only be red with it. */
const plain =
  "^(?!.*(?:four_decimals|utc_plus_8|post_return|double_encoded|attach_signed|nine_field_sign)).*$";

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly status: string;
    }[];
  }[];
}

export interface Played {
  readonly red: readonly string[];
  readonly green: number;
}

/** Plays every scenario on Express with SQLite, in this copy. */
export async function play(folder: string): Promise<Played> {
  const report = join(folder, "report.json");
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const suite = "packages/express/test/conformance/sqlite.test.ts";
  const flags = ["--reporter=json", `--outputFile=${report}`, "--testNamePattern", plain];
  // It ends with an error, as it should. What it says is in the report.
  await run(process.execPath, [vitest, "run", suite, ...flags], {
    cwd: folder,
    env: { ...process.env, CI: "1" },
  }).catch(() => undefined);
  const { testResults }: Report = JSON.parse(await readFile(report, "utf8"));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string) =>
    results
      .filter((result) => result.status === status)
      .map(({ ancestorTitles }) => ancestorTitles.at(-1)?.split(":", 1)[0] ?? "");
  const green = named("passed").length;
  if (green === 0)
    throw new Error(`nothing was played:\n${testResults.map(({ message }) => message).join("\n")}`);
  return { red: [...new Set(named("failed"))].sort(), green };
}
