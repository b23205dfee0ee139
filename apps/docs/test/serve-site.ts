import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const siteFolder = fileURLToPath(new URL("../dist", import.meta.url));

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
  ".json": "application/json",
};

/** Serves the built site as a web server for static files does: `/guides/refund` is `guides/refund.html`. */
export async function serveSite(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname));
    const file = path.endsWith("/") ? `${path}index.html` : path;
    const found = extname(file) === "" ? `${file}.html` : file;
    try {
      const content = await readFile(join(siteFolder, found));
      response.writeHead(200, { "content-type": types[extname(found)] ?? "text/plain; charset=utf-8" });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
