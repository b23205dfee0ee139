import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type PostgresServer, startPostgres } from "./start-postgres.ts";

const environmentVariable = "PAY_INDEX_POSTGRES";

/**
 * Shares one server in a whole test run: processes that start later find it, and the first request starts it. A run
 * that needs none starts none. Returns the function that stops it.
 */
export async function sharePostgres(): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined;
  const server = createServer((_request, response) => {
    // A test can be busy for longer than an idle connection stays open, and would then use a closed one.
    response.setHeader("connection", "close");
    started ??= startPostgres();
    started.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  process.env[environmentVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    await (await started?.catch(() => undefined))?.stop();
  };
}

let ownServer: Promise<PostgresServer> | undefined;

/** Returns the server to use: that of DATABASE_URL, the shared one of this run, or one that ends with this process. */
export async function findOrStartServer(): Promise<string> {
  const { DATABASE_URL, [environmentVariable]: serverUrl } = process.env;
  if (DATABASE_URL) return DATABASE_URL;
  if (!serverUrl) {
    ownServer ??= startPostgres();
    return (await ownServer).url;
  }
  const response = await fetch(serverUrl);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
