import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * The address of your own database for `dev`. Undefined if the project's own Postgres is used.
 *
 * The demo changes no database of yours. A DATABASE_URL in the environment may belong to another project, so only the
 * one in `.env` counts.
 */
export function findDatabaseUrl({ forDemo }: { readonly forDemo: boolean }): string | undefined {
  if (forDemo || !existsSync(".env")) return undefined;
  return parseEnv(readFileSync(".env", "utf8")).DATABASE_URL || undefined;
}

/** The name and the host of a database, without the user and the password. */
export function describeDatabase(url: string): string {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url))
    throw new Error("DATABASE_URL in .env is no address. Write postgres://USER:PASSWORD@HOST/DATABASE.");
  const { host, pathname } = new URL(url);
  return `the database ${pathname.slice(1)} on ${host || "this machine"}`;
}
