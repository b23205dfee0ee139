import { parseArgs } from "node:util";

const help = `demo: sells one order in each of the five variants, over HTTP, from a shop to a sandbox gateway

  --once                 end afterwards: 0 when all are paid, 1 when not
  --subscriptions        in the shop on Express, a year of one monthly plan instead: a cycle declined and recovered, one overdue and
                         found, and closing; with --once 0 when the shop and the gateway agree on every cycle, 1 when not
  --postgres             keeps orders and payments in Postgres instead of SQLite: starts one and takes it away again, or makes
                         a database of its own at DATABASE_URL
  --port NUMBER          of the shop (3000, or any when that one is taken)
  --sandbox-port NUMBER  of the sandbox (4400, or any when that one is taken)
  --break-key            alters one character of the shop's keys, to show what a wrong key looks like
  --help                 shows this
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
      throw new Error(
        "--subscriptions is shown by the shop on Express: npx --yes pnpm@12 demo --subscriptions",
      );
    if (!values.help) return values;
  } catch (error) {
    process.stderr.write(`demo: ${error instanceof Error ? error.message : error} (see --help)\n`);
    process.exit(2);
  }
  process.stdout.write(help);
  process.exit(0);
}
