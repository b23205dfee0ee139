import { parseArgs } from "node:util";
import { type QuirkProfile, quirkProfiles } from "@pay-index/sandbox/client";

const help = `demo: starts a shop and a sandbox gateway, pays one order in each of the five variants, refunds
a part of one, and does not place one whose money has gone back. On Express, staff also send a payment link and get an alert

  --once                 stops afterwards, with the exit code 0 if all of this succeeds, otherwise 1
  --subscriptions        runs a year of a monthly plan in the shop on Express instead. One cycle is declined and paid later, one is
                         overdue, and the subscription is closed. With --once, the exit code is 0 if shop and gateway agree
  --framework NAME       runs the shop on hono, fastify or next instead of Express: its pages, and the routes of the payments and staff
  --profile NAME         makes the gateway differ from the protocol as a quirk profile of the sandbox does, such as recorded. Also
                         declines one order, and refunds one in the gateway's back office if the profile reports that to the shop
  --postgres             stores orders and payments in Postgres instead of SQLite: on a server that it starts and deletes, or in
                         a new database at DATABASE_URL
  --database mariadb     stores them in a MariaDB that it starts and deletes, in the shop on Vendure. MariaDB must be installed
  --port NUMBER          port of the shop (3000, or any free port if 3000 is in use)
  --sandbox-port NUMBER  port of the sandbox (4400, or any free port if 4400 is in use)
  --break-key            changes one character of the shop's keys, to show the result of a wrong key
  --help                 displays this text
`;

const options = {
  once: { type: "boolean", default: false },
  subscriptions: { type: "boolean", default: false },
  framework: { type: "string" },
  profile: { type: "string" },
  postgres: { type: "boolean", default: false },
  database: { type: "string" },
  port: { type: "string" },
  "sandbox-port": { type: "string" },
  "break-key": { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

export interface Flags {
  readonly once: boolean;
  readonly subscriptions: boolean;
  readonly framework?: string | undefined;
  readonly profile?: QuirkProfile;
  readonly postgres: boolean;
  readonly database?: "mariadb";
  readonly port?: string | undefined;
  readonly "sandbox-port"?: string | undefined;
  readonly "break-key": boolean;
}

interface DemoAbilities {
  readonly subscriptions: boolean;
  readonly frameworks: readonly string[];
  readonly mariadb: boolean;
}

/**
 * Reads the command line. Ends the process for help, for invalid input, and for a demo that this shop does not have.
 */
export function readFlags({ subscriptions, frameworks, mariadb }: DemoAbilities): Flags {
  try {
    const { profile, database, ...values } = parseArgs({ options }).values;
    if (values.subscriptions && !subscriptions)
      throw new Error("the shop on Express has --subscriptions: npx --yes pnpm@12 demo --subscriptions");
    const { framework } = values;
    if (framework !== undefined && !frameworks.includes(framework))
      throw frameworkError(framework, frameworks);
    if (database !== undefined && !(database === "mariadb" && mariadb))
      throw new Error("only demo:vendure has --database, and its value is mariadb");
    if (!values.help)
      return {
        ...values,
        ...(database === undefined ? {} : { database }),
        ...(profile === undefined ? {} : { profile: parseProfile(profile) }),
      };
  } catch (error) {
    process.stderr.write(`demo: ${error instanceof Error ? error.message : error} (see --help)\n`);
    process.exit(2);
  }
  process.stdout.write(help);
  process.exit(0);
}

function frameworkError(framework: string, possible: readonly string[]): Error {
  return possible.length === 0
    ? new Error("the shop on Express has --framework: npx --yes pnpm@12 demo --framework hono")
    : new Error(`there is no framework ${framework}: --framework must be one of ${possible.join(", ")}`);
}

function parseProfile(name: string): QuirkProfile {
  const profile = quirkProfiles.find((each) => each === name);
  if (profile === undefined)
    throw new Error(`there is no profile ${name}: --profile must be one of ${quirkProfiles.join(", ")}`);
  return profile;
}
