import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers as a shop's status address does. */
export const respondWith =
  (state: string, orderId?: string): RequestListener =>
  (_, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify({ state, orderId }));

/** Starts a server. Returns its port. */
export async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

export function closeServers(servers: readonly Server[]): void {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
}
