import { findOrStart, shareServer } from "./share-server.ts";
import { startPostgres } from "./start-postgres.ts";

const shared = { variable: "PAY_INDEX_POSTGRES", start: () => startPostgres() };

/** Shares one Postgres in a whole test run, and returns the function that stops it. */
export const sharePostgres = (): Promise<() => Promise<void>> => shareServer(shared);

/** Returns the server to use: that of DATABASE_URL, the shared one of this run, or one that ends with this process. */
export async function findOrStartServer(): Promise<string> {
  return process.env.DATABASE_URL || findOrStart(shared);
}
