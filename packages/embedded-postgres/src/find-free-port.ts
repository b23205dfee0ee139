import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below what systems give to those who ask for any port: none of them takes it before its user listens. */
const [lowest, highest] = [20_000, 32_000] as const;

/** A port that nobody has at this moment, for who must know it before listening. */
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
