import type { IncomingMessage } from "node:http";

/**
 * Returns the bytes of a request's body, or undefined if it is longer than `limit`. Rejects if the client disconnects.
 */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(undefined);
    });
    incoming.on("end", () => resolve(Buffer.concat(chunks)));
    incoming.on("error", reject);
  });
}
