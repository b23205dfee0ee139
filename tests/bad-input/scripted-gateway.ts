import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { ResponseRow } from "./rows/response.ts";

type Answer = Pick<ResponseRow, "body" | "status" | "headers" | "how">;

/** A gateway on a real socket that answers as a row says, and keeps what it was sent. */
export class ScriptedGateway {
  readonly forms: URLSearchParams[] = [];
  /** Requests to any other address, such as the target of a redirect. */
  readonly others: string[] = [];
  answer: Answer = { body: '{"status":1,"url":"https://gateway.example/page/7"}' };
  /** The time-out of whoever asks this gateway: over once it drips, and not before. */
  readonly patience = (_: number, run: () => void): (() => void) => {
    this.#drops.once("drop", run);
    return () => this.#drops.off("drop", run);
  };
  readonly #drops = new EventEmitter();
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  async open(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get lastForm(): URLSearchParams {
    const form = this.forms.at(-1);
    if (form === undefined) throw new Error("nothing was submitted");
    return form;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    if (request.url === "/pay_index") this.forms.push(form);
    else this.others.push(request.url ?? "");
    const { body, status = 200, headers = {}, how } = this.answer;
    const zip = how === "zipped" ? { "content-encoding": "gzip" } : {};
    const length = how === "cut" ? { "content-length": "100" } : {};
    response.writeHead(status, { "content-type": "application/json", ...headers, ...zip, ...length });
    if (how === "zipped") response.end(gzipSync(body));
    else if (how === "cut") response.write(body, () => response.socket?.destroy());
    else if (how === "drip") this.#drip(response, body);
    else response.end(body);
  }

  #drip(response: ServerResponse, body: string): void {
    response.write(body);
    const drops = setInterval(() => response.write(" ", () => this.#drops.emit("drop")), 10);
    response.on("close", () => clearInterval(drops));
  }
}
