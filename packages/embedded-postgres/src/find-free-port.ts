import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range from which systems assign ports, so that no other process gets the port before it is used. */
const [lowest, highest] = [20_000, 32_000] as const;

/** Returns a port that is free now, for a caller who must know it before listening. */
export async function findFreePort(host = "127.0.0.1"): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const server = createServer().listen(port, host);
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
}
