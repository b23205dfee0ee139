import type { IncomingHttpHeaders } from "node:http";
import {
  type BodyAfterParsers,
  type BodyReadEnd,
  type BodyReadLimit,
  type RequestConnection,
  type ServerReply,
  type ServerRequest,
  splitMount,
} from "./http-types.ts";
import { drainBody, lingerOnBody } from "./request-body.ts";

/** A request of the web standard. */
export class WebRequest implements ServerRequest {
  readonly method: string;
  readonly url: string;
  readonly baseUrl: string;
  readonly originalUrl: string;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | undefined;
  readonly ip: string | undefined;
  readonly hostRequest: unknown;
  readonly isBodyTaken: boolean;
  readonly #body: ReadableStream<Uint8Array> | null;
  #end: BodyReadEnd | undefined;

  constructor(request: Request, connection: RequestConnection & { readonly mount: string }) {
    const { host, pathname, search } = new URL(request.url);
    const { mount, remoteAddress, ip = remoteAddress, hostRequest = request } = connection;
    this.method = request.method;
    this.originalUrl = pathname + search;
    ({ url: this.url, baseUrl: this.baseUrl } = splitMount(this.originalUrl, mount));
    // A request of HTTP/2 has no header `Host`.
    this.headers = { host, ...Object.fromEntries(request.headers) };
    this.remoteAddress = remoteAddress;
    this.ip = ip;
    this.hostRequest = hostRequest;
    // Some hosts build the stream when it is read first, and these two methods have no body.
    this.#body = this.method === "GET" || this.method === "HEAD" ? null : request.body;
    this.isBodyTaken = request.bodyUsed || this.#body?.locked === true;
  }

  get isFullyRead(): boolean {
    return this.#body === null || this.isBodyTaken || this.#end === "complete" || this.#end === "aborted";
  }

  takenBody(): BodyAfterParsers | undefined {
    return this.isBodyTaken ? { kind: "consumed" } : undefined;
  }

  async consumeBody(bound: BodyReadLimit, take?: (chunk: Uint8Array) => void): Promise<BodyReadEnd> {
    if (this.#body === null) return "complete";
    this.#end = await consumeStream(this.#body, bound, take);
    return this.#end;
  }

  eraseBody(): void {
    // A `Request` that is read has nothing left of its body.
  }
}

/**
 * Makes the response. Reads the rest of the request first. If the rest is too long or too slow, the response closes the connection, and
 * ends when the sender had time to receive it.
 */
export async function toWebResponse(request: ServerRequest, reply: ServerReply): Promise<Response> {
  const isKept = request.isFullyRead || (await drainBody(request));
  const { status, body } = reply;
  if (status === 304) return new Response(null, reply);
  if (!(typeof body === "string" || body instanceof Uint8Array))
    return new Response(ReadableStream.from(encodeList(body)), reply);
  const bytes = Buffer.from(body);
  const headers = { "content-length": String(bytes.byteLength), ...reply.headers };
  if (isKept) return new Response(bytes, { status, headers });
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes);
      await lingerOnBody(request);
      controller.close();
    },
  });
  return new Response(stream, { status, headers: { ...headers, connection: "close" } });
}

async function* encodeList(list: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of list) yield Buffer.from(text);
}

/** Reads a stream within a limit. What exceeds it stays in the stream. Never rejects. */
async function consumeStream(
  stream: ReadableStream<Uint8Array>,
  bound: BodyReadLimit,
  take: (chunk: Uint8Array) => void = () => undefined,
): Promise<BodyReadEnd> {
  const reader = stream.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, bound.milliseconds, "late");
  });
  try {
    let received = 0;
    for (;;) {
      const next = await Promise.race([reader.read(), late]);
      if (next === "late") return "too-slow";
      if (next.done) return "complete";
      received += next.value.byteLength;
      if (received > bound.bytes) return "too-large";
      take(next.value);
    }
  } catch {
    return "aborted";
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}
