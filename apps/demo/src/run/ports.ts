import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** The port, or "0" for any when somebody else has it. */
export async function freePort(port: number, host: string): Promise<string> {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch {
    return "0";
  }
  server.close();
  await once(server, "close");
  return String(port);
}

/** A port that nobody has at this moment, for who must know it before listening. */
export async function anyPort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
