import { parseArgs } from "node:util";

const help = `demo: starts a shop and a sandbox gateway, pays one order in each of the five variants, and refunds
a part of one

  --once                 stops afterwards, with the exit code 0 if all orders are paid and the refund is made, otherwise 1
  --subscriptions        runs a year of a monthly plan in the shop on Express instead. One cycle is declined and paid later, one is
                         overdue, and the subscription is closed. With --once, the exit code is 0 if shop and gateway agree
  --postgres             stores orders and payments in Postgres instead of SQLite: on a server that it starts and deletes, or in
                         a new database at DATABASE_URL
  --port NUMBER          port of the shop (3000, or any free port if 3000 is in use)
  --sandbox-port NUMBER  port of the sandbox (4400, or any free port if 4400 is in use)
  --break-key            changes one character of the shop's keys, to show the result of a wrong key
  --help                 displays this text
`;

const options = {
  once: { type: "boolean", default: false },
  subscriptions: { type: "boolean", default: false },
  postgres: { type: "boolean", default: false },
  port: { type: "string" },
  "sandbox-port": { type: "string" },
  "break-key": { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

export interface Flags {
  readonly once: boolean;
  readonly subscriptions: boolean;
  readonly postgres: boolean;
  readonly port?: string | undefined;
  readonly "sandbox-port"?: string | undefined;
  readonly "break-key": boolean;
}

/**
 * Reads the command line. Ends the process for help, for invalid input, and for a demo that this shop does not have.
 */
export function readFlags({ subscriptions }: { readonly subscriptions: boolean }): Flags {
  try {
    const { values } = parseArgs({ options });
    if (values.subscriptions && !subscriptions)
      throw new Error("the shop on Express has --subscriptions: npx --yes pnpm@12 demo --subscriptions");
    if (!values.help) return values;
  } catch (error) {
    process.stderr.write(`demo: ${error instanceof Error ? error.message : error} (see --help)\n`);
    process.exit(2);
  }
  process.stdout.write(help);
  process.exit(0);
}
