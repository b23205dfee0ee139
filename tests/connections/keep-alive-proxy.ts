import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReverseProxy {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a reverse proxy that uses a single connection to the shop for the requests of all visitors, in sequence. */
export async function startKeepAliveProxy(shop: string): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const server = createServer((incoming, outgoing) => forwardRequest({ shop, agent }, incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forwardRequest(
  { shop, agent }: { readonly shop: string; readonly agent: Agent },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method, headers } = incoming;
  const upstream = request(new URL(incoming.url ?? "/", shop), { agent, method, headers });
  upstream.on("response", (response) => {
    // Hop-by-hop headers: the proxy manages its own connection to the shop.
    const { connection: _, "keep-alive": __, ...passed } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, passed);
    response.pipe(outgoing);
  });
  upstream.on("error", () => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  });
  incoming.pipe(upstream);
}
