import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** The shop must know its address before it starts, because it tells it to the gateway. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
