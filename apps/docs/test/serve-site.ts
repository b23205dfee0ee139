import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { siteRoot } from "../src/site-version.ts";

export const siteFolder = fileURLToPath(new URL("../dist", import.meta.url));

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
  ".json": "application/json",
};

/** Serves a built site as a web server for static files does: `/guides/refund` is `guides/refund.html`. */
export async function serveSite(folder = siteFolder): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const address = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
    const path = normalize(`/${address.slice(siteRoot.length)}`);
    const file = path.endsWith("/") ? `${path}index.html` : path;
    const found = extname(file) === "" ? `${file}.html` : file;
    try {
      const content = await readFile(join(folder, found));
      response.writeHead(200, { "content-type": types[extname(found)] ?? "text/plain; charset=utf-8" });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${siteRoot.replace(/\/$/, "")}`, close: () => void server.close() };
}
