import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export const hosts = ["Express", "Vendure"] as const;
export type Host = (typeof hosts)[number];

/** A quirk of the gateway is played where the plain scenario is, and would only be red with it. */
const quirks = "four_decimals|utc_plus_8|post_return|double_encoded|attach_signed|nine_field_sign";

/** Of what every host shares one plays it all; of Vendure, what its own parts hold up, and each of its races. */
const onVendure = [
  "paid",
  "repeats",
  "fifty-together",
  "tick-meets-notification",
  "paid-twice-together",
  "underpaid",
  "overpaid",
  "other-currency",
  "cart-grown",
  "cart-shrunk",
  "order-cancelled",
  "method-disabled",
  "shop-stumbles",
];

const suites: Record<Host, readonly string[]> = {
  Express: [
    "packages/express/test/conformance/sqlite.test.ts",
    "--testNamePattern",
    `^(?!.*(?:${quirks})).*$`,
  ],
  Vendure: [
    "packages/vendure/test/conformance/postgres.test.ts",
    "packages/vendure/test/order-races.test.ts",
    "--config",
    "vitest.vendure.config.ts",
    "--testNamePattern",
    `^(?!.*(?:${quirks}))(?:(?!.*: conformance).*|.*: conformance (?:${onVendure.join("|")}): .*)$`,
  ],
};

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

/** Plays scenarios on a host, in this copy: on Express with SQLite, or on Vendure with this Postgres. */
export async function play(folder: string, host: Host, postgres: string): Promise<Played> {
  const report = join(folder, `report-${host}.json`);
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const flags = ["--reporter=json", `--outputFile=${report}`];
  // It ends with an error, as it should. What it says is in the report.
  await run(process.execPath, [vitest, "run", ...suites[host], ...flags], {
    cwd: folder,
    env: { ...process.env, CI: "1", DATABASE_URL: postgres },
    maxBuffer: 1e8,
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
