import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export const hosts = ["Express", "Vendure", "Medusa"] as const;
export type Host = (typeof hosts)[number];

/** A quirk of the gateway is played where the plain scenario is, and would only be red with it. */
const quirks =
  ", (?:four_decimals|utc_plus_8|post_return|double_encoded|attach_signed|nine_field_sign|recorded)$";

/** Of what every host shares one plays it all; of Vendure, what its own parts hold up, and each of its races. */
const onVendure = [
  "paid",
  "repeats",
  "fifty-notifications-together",
  "tick-meets-notification",
  "paid-twice-together",
  "underpaid",
  "overpaid",
  "other-currency",
  "cart-grown",
  "cart-shrunk",
  "order-cancelled",
  "method-disabled",
  "order-placement-fails",
];

/** The start of the titles of Medusa's own tests that check its safeguards. */
const onMedusa = [
  "a hosted sale becomes one captured order",
  "a cart that grew ",
  "a buyer who chose another provider",
  "a pending session's seal",
  "a valid seal does not complete",
  "session data without the plugin's seal",
  "a notification ",
  "an order that fails after its payment",
  "a session whose amount was changed",
];

/** A part of the titles of those about subscriptions. */
const onPlans = [
  "if several processes place it at the same moment",
  "if another run fails at the same time",
  "keeps that order cancelled after its process died",
  "with another total opens a review item",
  "to other items at the same price",
];

const ofForeignSites = "another site cancels no subscription";
const atTheSameMoment = "a buyer who chooses";

/** Whether a test on Medusa is played. A patch that names another test would never fail. */
export function isPlayedOnMedusa(title: string): boolean {
  return (
    [...onMedusa, ofForeignSites, atTheSameMoment].some((start) => title.startsWith(start)) ||
    onPlans.some((part) => title.includes(part))
  );
}

const suites: Record<Host, readonly string[]> = {
  Express: [
    "packages/express/test/conformance/sqlite.test.ts",
    "--project",
    "unit",
    "--testNamePattern",
    `^(?!.*${quirks}).*$`,
  ],
  Vendure: [
    "packages/vendure/test/conformance/conformance-postgres.test.ts",
    "packages/vendure/test/order-races.test.ts",
    "packages/vendure/test/channels.test.ts",
    "--project",
    "vendure",
    "--testNamePattern",
    `^(?!.*${quirks}|other races )(?:(?!.*: conformance).*|.*: conformance (?:${onVendure.join("|")}): .*)$`,
  ],
  Medusa: [
    "packages/medusa/test/medusa.test.ts",
    "packages/medusa/test/medusa-operations.test.ts",
    "--project",
    "hosts",
    // Two suites share a machine.
    "--testTimeout=60000",
    "--testNamePattern",
    `^(?:(?:orders|an operation that Medusa does by itself) (?:${onMedusa.join("|")})|a request for staff ${ofForeignSites}|requests at the same moment ${atTheSameMoment}|(?:subscriptions|a later cycle|an order of a later cycle) .*(?:${onPlans.join("|")}))`,
  ],
};

interface Result {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
}

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly Result[];
  }[];
}

export interface PlayedScenarios {
  readonly red: readonly string[];
  readonly green: number;
}

/** Plays scenarios on a host, in this copy: on Express with SQLite, on the others with this Postgres. */
export async function playScenarios(folder: string, host: Host, postgres: string): Promise<PlayedScenarios> {
  const report = join(folder, `report-${host}.json`);
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const flags = ["--reporter=json", `--outputFile=${report}`];
  // It ends with an error, as it should. What it says is in the report.
  await run(process.execPath, [vitest, "run", ...suites[host], ...flags], {
    cwd: folder,
    env: { ...process.env, CI: "1", DATABASE_URL: postgres, CONFORMANCE_SCENARIO_SECONDS: "60" },
    maxBuffer: 1e8,
  }).catch(() => undefined);
  const { testResults }: Report = JSON.parse(await readFile(report, "utf8"));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string) =>
    results.filter((result) => result.status === status).map((result) => nameOf(host, result));
  const green = named("passed").length;
  if (green === 0)
    throw new Error(`nothing was played:\n${testResults.map(({ message }) => message).join("\n")}`);
  // A file that fails without a failed test did not start: its tests would count as not red.
  for (const { status, message, assertionResults } of testResults)
    if (status === "failed" && !assertionResults.some((result) => result.status === "failed"))
      throw new Error(`a file of the suite failed before its tests:\n${message}`);
  return { red: [...new Set(named("failed"))].sort(), green };
}

/** A scenario's is the first word of its title. */
function nameOf(host: Host, { ancestorTitles, title }: Result): string {
  return host === "Medusa" ? title : ((ancestorTitles.at(-1) ?? title).split(":", 1)[0] ?? title);
}
