import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { SandboxError } from "../errors.ts";
import type { App } from "./app.ts";

/** Listens on the port. @throws SandboxError `port_taken` or `cannot_listen` */
export function listen(app: App, host: string, port: number): Promise<Server> {
  const listener = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
    overrideGlobalObjects: false,
  });
  const server = createServer((request, response) => void listener(request, response));
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, () => resolve(server));
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): SandboxError {
  if (error.code === "EADDRINUSE") {
    return new SandboxError("port_taken", `port ${port} on ${host} is taken: choose another with --port`);
  }
  return new SandboxError(
    "cannot_listen",
    `cannot listen on ${host} port ${port}: ${error.code ?? error.message}`,
  );
}

export function readListeningPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

const loopbackByWildcard: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Returns the address for clients. A wildcard is reached at the loopback address of its family. */
export function buildServerUrl(host: string, port: number): string {
  const name = loopbackByWildcard[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Accepts no new connections, finishes the current responses, and closes all other connections. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), 1000);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
