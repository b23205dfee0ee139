import process from "node:process";
import { Client } from "pg";
import { CommandError, usageError } from "../command-error.ts";

/**
 * Returns the address of the database: from the flag, or from DATABASE_URL, which lists of processes do not contain. A password is read
 * from DATABASE_URL, or from PGPASSWORD or the file PGPASSFILE, as the driver does.
 *
 * @throws CommandError `usage`, `password_in_arguments`
 */
export function readDatabaseAddress(flag: string | undefined, name: string): URL {
  const text = flag ?? process.env.DATABASE_URL ?? "";
  if (text === "") throw usageError(`--${name} or DATABASE_URL must say where the database is. See --help.`);
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text))
    throw usageError(
      `--${name} must be an address such as postgres://user@host:5432/name, with %2F for a / in its password.`,
    );
  const address = new URL(text);
  // A password with an unescaped `#` or `@` ends too early, and its rest would be displayed as a host or a name.
  if (address.hash !== "" || `${address.pathname}${address.search}`.includes("@"))
    throw usageError(`--${name}: in a user or a password write / as %2F, ? as %3F, # as %23 and @ as %40.`);
  if (flag !== undefined && (address.password !== "" || address.searchParams.has("password")))
    throw new CommandError(
      "password_in_arguments",
      `--${name} must not contain a password: other users see the arguments of a command in the list of processes, and the shell stores them in its history. Set DATABASE_URL, or leave the password out and set PGPASSWORD or PGPASSFILE. If the password is a real one, replace it now.`,
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
  const client = new Client({ connectionString: address.href, connectionTimeoutMillis: 10_000 });
  // The statement that needs the connection reports its error.
  client.on("error", () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      const reason = reasonOf(error);
      throw new CommandError(
        "database_unreachable",
        `${addressWithoutPassword(address)} cannot be reached: ${reason}`,
      );
    });
    return await work(client);
  } finally {
    // Also a connection that was not authenticated: the server would wait for another password.
    await client.end().catch(() => undefined);
  }
}

/** Returns only the message: errors of the driver contain the connection with its password. */
function reasonOf(error: unknown): string {
  const { message, code } = Object(error) as { message?: unknown; code?: unknown };
  return String(message || code || "unknown");
}
