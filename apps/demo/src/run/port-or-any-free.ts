import { once } from "node:events";
import { createServer } from "node:net";

/** Returns the port, or "0" if another process uses it. */
export async function portOrAnyFree(port: number, host: string): Promise<string> {
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
