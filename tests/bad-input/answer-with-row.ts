import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { ResponseRow } from "./rows/response.ts";

const drops = new EventEmitter();

/** The time-out of whoever asks a gateway that drips: over once it drips, and not before. */
export function patience(_: number, run: () => void): () => void {
  drops.once("drop", run);
  return () => drops.off("drop", run);
}

/** How a gateway answers as a row says. */
export function answerWithRow({ body, status = 200, headers = {}, how }: ResponseRow) {
  return (_form: URLSearchParams, response: ServerResponse): void => {
    const zip = how === "zipped" ? { "content-encoding": "gzip" } : {};
    const length = how === "cut" ? { "content-length": "100" } : {};
    response.writeHead(status, { "content-type": "application/json", ...headers, ...zip, ...length });
    if (how === "zipped") response.end(gzipSync(body));
    else if (how === "cut") response.write(body, () => response.socket?.destroy());
    else if (how === "drip") drip(response, body);
    else response.end(body);
  };
}

function drip(response: ServerResponse, body: string): void {
  response.write(body);
  const pulse = setInterval(() => response.write(" ", () => drops.emit("drop")), 10);
  response.on("close", () => clearInterval(pulse));
}
