import { connect, type Socket } from "node:net";
import { BrokenGuarantee, checkGuarantee } from "../broken-guarantee.ts";

export interface RawResponse {
  readonly status: number;
  /** Status line and headers, as they came. */
  readonly head: string;
  readonly body: string;
}

/** What a server does with a request: it answers, or it ends the connection. */
export type ServerReaction = RawResponse | "closed";

/** One connection. It writes any bytes, and reads answers without help of an HTTP client that would tidy them up. */
export class RawHttpConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#wake();
    });
    for (const event of ["end", "close", "error"])
      socket.on(event, () => {
        this.#isClosed = true;
        this.#wake();
      });
  }

  static open(port: number): Promise<RawHttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => resolve(new RawHttpConnection(socket)));
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  write(bytes: Buffer | string): void {
    if (!this.#isClosed) this.#socket.write(bytes);
  }

  /** No more bytes follow. */
  end(): void {
    this.#socket.end();
  }

  /** The next answer on this connection. @throws Violation if none comes and the connection stays open */
  async react(seconds = 5, { hasBody = true } = {}): Promise<ServerReaction> {
    const until = performance.now() + seconds * 1000;
    for (;;) {
      const response = this.#take(hasBody);
      if (response !== undefined) return response;
      if (this.#isClosed) return "closed";
      await this.#news(until - performance.now(), seconds);
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  #news(milliseconds: number, seconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = () =>
        reject(new BrokenGuarantee(`a request was neither answered nor closed within ${seconds} s`));
      const timer = setTimeout(late, Math.max(1, milliseconds));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #take(hasBody: boolean): RawResponse | undefined {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const head = this.#received.toString("latin1", 0, end);
    checkGuarantee(/^HTTP\/1\.[01] [1-5]\d\d /.test(head), "an answer is no HTTP");
    const rest = this.#received.subarray(end + 4);
    const content = hasBody ? readBody(head, rest, this.#isClosed) : { body: "", length: 0 };
    if (content === undefined) return undefined;
    this.#received = rest.subarray(content.length);
    const status = Number(head.slice(9, 12));
    return { status, head, body: content.body };
  }
}

interface Content {
  readonly body: string;
  readonly length: number;
}

function readBody(head: string, rest: Buffer, isClosed: boolean): Content | undefined {
  if (/^HTTP\/1\.[01] (?:1\d\d|204|304) /.test(head)) return { body: "", length: 0 };
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length !== undefined) {
    const size = Number(length);
    return rest.length < size ? undefined : { body: rest.toString("utf8", 0, size), length: size };
  }
  if (/^transfer-encoding: chunked$/im.test(head)) {
    const end = rest.indexOf("0\r\n\r\n");
    return end < 0 ? undefined : { body: rest.toString("utf8", 0, end), length: end + 5 };
  }
  return isClosed ? { body: rest.toString("utf8"), length: rest.length } : undefined;
}
