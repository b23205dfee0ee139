import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { KeptServer } from "./start-keeper.ts";

interface SharedServer {
  /** The environment variable that names it to the processes of a run. */
  readonly variable: string;
  start(): Promise<KeptServer>;
}

/**
 * Shares one server in a whole test run: processes that start later find it, and the first request starts it. A run
 * that needs none starts none. Returns the function that stops it.
 */
export async function shareServer({ variable, start }: SharedServer): Promise<() => Promise<void>> {
  let started: Promise<KeptServer> | undefined;
  const server = createServer((_request, response) => {
    // A test can be busy for longer than an idle connection stays open, and would then use a closed one.
    response.setHeader("connection", "close");
    started ??= start();
    started.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  process.env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    await (await started?.catch(() => undefined))?.stop();
  };
}

const ownServers = new Map<string, Promise<KeptServer>>();

/** Returns the shared server of this run, or one that ends with this process. */
export async function findOrStart({ variable, start }: SharedServer): Promise<string> {
  const serverUrl = process.env[variable];
  if (!serverUrl) {
    const own = ownServers.get(variable) ?? start();
    ownServers.set(variable, own);
    return (await own).url;
  }
  const response = await fetch(serverUrl);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
