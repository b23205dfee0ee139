import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawReply {
  readonly status: number;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One TCP connection to a shop, for requests that no HTTP client sends. */
export class RawConnection {
  readonly #socket: Socket;
  #received = "";
  #isEnded = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      this.#received += text;
    });
    // A shop that closes the connection may reset it while this side is still sending.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#isEnded = true;
    });
  }

  static async open(origin: string): Promise<RawConnection> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Sends bytes unchanged. Does nothing if the shop has closed the connection. */
  send(text: string): void {
    if (this.#socket.writable) this.#socket.write(text, "latin1");
  }

  /** Resolves when the socket accepts more bytes, or is closed. */
  async flushed(): Promise<void> {
    const socket = this.#socket;
    if (socket.writableNeedDrain && !socket.destroyed)
      await new Promise<void>((resolve) => socket.once("drain", resolve).once("close", resolve));
    // Data that has arrived in the meantime is handled first.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Returns the next reply. @throws Error if the connection ends without a reply */
  async reply(): Promise<RawReply> {
    for (;;) {
      const reply = this.#takeReply();
      if (reply !== undefined) return reply;
      if (this.#isEnded) throw new Error("The shop closed the connection without a reply.");
      await new Promise<void>((resolve) =>
        this.#socket.once("data", () => resolve()).once("close", () => resolve()),
      );
    }
  }

  async ended(): Promise<void> {
    if (!this.#isEnded) await new Promise<void>((resolve) => this.#socket.once("close", () => resolve()));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Takes one reply from the buffer. Its body has a length or is chunked; replies with 1xx have no body. */
  #takeReply(): RawReply | undefined {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const [first = "", ...lines] = this.#received.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
    );
    const isChunked = headers["transfer-encoding"] === "chunked";
    const read = isChunked ? readChunks : readLength(Number(headers["content-length"] ?? 0));
    const found = read(this.#received.slice(end + 4));
    if (found === undefined) return undefined;
    this.#received = found.rest;
    return { status: Number(first.split(" ")[1]), headers, body: found.body };
  }
}

/** A body, and what came after it. Undefined: it has not arrived completely. */
type ReadBody = (received: string) => { readonly body: string; readonly rest: string } | undefined;

const readLength =
  (length: number): ReadBody =>
  (received) =>
    received.length < length ? undefined : { body: received.slice(0, length), rest: received.slice(length) };

const readChunks: ReadBody = (received) => {
  let body = "";
  for (let rest = received; ; ) {
    const [size] = /^[\da-f]+(?=\r\n)/.exec(rest) ?? [];
    if (size === undefined) return undefined;
    const from = size.length + 2;
    const to = from + Number.parseInt(size, 16);
    if (rest.length < to + 2) return undefined;
    body += rest.slice(from, to);
    rest = rest.slice(to + 2);
    if (from === to) return { body, rest };
  }
};
