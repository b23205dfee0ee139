import process from "node:process";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Client } from "pg";

/** A mistake in a command. It is displayed as one line. The exit code 2 means that the command itself is wrong. */
export class CommandError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns the flags by name. Displays the help and exits if it was requested. */
export function readFlags<Options extends NonNullable<ParseArgsConfig["options"]>>(
  help: string,
  options: Options,
) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: "boolean", short: "h" } } });
    if (!("help" in values && values.help === true)) return values;
  } catch (error) {
    const [line] = String((error as Error).message).split("\n");
    throw new CommandError(`${line} (see --help)`, 2);
  }
  process.stdout.write(help);
  process.exit(0);
}

/**
 * Returns the address of the database: from the flag, or from DATABASE_URL, which lists of processes do not contain.
 */
export function readDatabaseAddress(flag: string | undefined, name: string): URL {
  const text = flag ?? process.env.DATABASE_URL ?? "";
  if (text === "")
    throw new CommandError(`--${name} or DATABASE_URL must say where the database is (see --help)`, 2);
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text))
    throw new CommandError(
      `--${name} must be an address such as postgres://user@host:5432/name, with %2F for a / in its password`,
      2,
    );
  const address = new URL(text);
  // A password with an unescaped `#` or `@` ends too early, and its rest would be displayed as a host or a name.
  if (address.hash !== "" || `${address.pathname}${address.search}`.includes("@"))
    throw new CommandError(
      `--${name}: in a user or a password write / as %2F, ? as %3F, # as %23 and @ as %40`,
      2,
    );
  return address;
}

/** Returns the address without its password. */
export function addressWithoutPassword({ protocol, username, host, pathname }: URL): string {
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}

/** Connects, runs a function, and closes the connection. */
export async function withDatabase<Result>(
  address: URL,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { Client } = await postgresDriver();
  const client = new Client({ connectionString: address.href, connectionTimeoutMillis: 10_000 });
  // The statement that needs the connection reports its error.
  client.on("error", () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      throw new CommandError(`${addressWithoutPassword(address)} cannot be reached: ${reasonOf(error)}`, 1);
    });
    return await work(client);
  } finally {
    // Also a connection that was not authenticated: the server would wait for another password.
    await client.end().catch(() => undefined);
  }
}

async function postgresDriver(): Promise<{ Client: typeof Client }> {
  try {
    return (await import("pg")).default;
  } catch {
    throw new CommandError("The package pg is not installed: npm install pg", 1);
  }
}

/** Runs a command. An error becomes one line and an exit code. */
export async function runCommand(name: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${name}: ${reasonOf(error)}\n`);
    process.exitCode = error instanceof CommandError ? error.exitCode : 1;
  }
}

/** Returns only the message: errors of the driver contain the connection with its password. */
function reasonOf(error: unknown): string {
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  return String(message || code || "unknown");
}
