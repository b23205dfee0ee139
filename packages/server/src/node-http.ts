import type { IncomingHttpHeaders } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import { pipeline } from "node:stream/promises";
import { consumeBody } from "./consume-body.ts";
import {
  type BodyAfterParsers,
  type BodyReadEnd,
  type BodyReadLimit,
  type HttpRequest,
  type HttpResponse,
  type RequestConnection,
  type ServerReply,
  type ServerRequest,
  splitMount,
} from "./http-types.ts";
import { announcedLength, drainBody, lingerOnBody } from "./request-body.ts";

/** A request to a server of Node, with what Express and its middleware have added. */
export class NodeRequest implements ServerRequest {
  readonly url: string;
  readonly baseUrl: string;
  readonly #incoming: HttpRequest;
  readonly #connection: RequestConnection;

  /** @param connection without a `mount`, the host has removed it from `url`, as Express does */
  constructor(incoming: HttpRequest, connection: RequestConnection = {}) {
    const { mount } = connection;
    const { url, baseUrl } = mount === undefined ? incoming : splitMount(incoming.url, mount);
    this.#incoming = incoming;
    this.#connection = connection;
    this.url = url;
    this.baseUrl = baseUrl;
  }

  get method(): string {
    return this.#incoming.method;
  }

  get originalUrl(): string {
    const incoming = this.#incoming;
    return "originalUrl" in incoming ? String(incoming.originalUrl) : incoming.url;
  }

  /** HTTP/2 has `:authority` instead of `Host`. */
  get headers(): IncomingHttpHeaders {
    const { headers } = this.#incoming;
    const authority = headers[":authority"];
    return authority === undefined ? headers : { host: String(authority), ...headers };
  }

  get remoteAddress(): string | undefined {
    return this.#connection.remoteAddress ?? this.#incoming.socket.remoteAddress;
  }

  get ip(): string | undefined {
    return this.#connection.ip ?? this.#incoming.ip ?? this.remoteAddress;
  }

  get hostRequest(): unknown {
    return this.#connection.hostRequest ?? this.#incoming;
  }

  get isBodyTaken(): boolean {
    return this.#incoming.readableDidRead || this.#incoming.readableEncoding !== null;
  }

  get isFullyRead(): boolean {
    const { headers, readableEnded, destroyed } = this.#incoming;
    const hasBody =
      headers["transfer-encoding"] !== undefined ||
      announcedLength(this) > 0 ||
      http2StreamOf(this.#incoming)?.endAfterHeaders === false;
    return !hasBody || readableEnded || destroyed;
  }

  takenBody(limit: number): BodyAfterParsers | undefined {
    const { body } = this.#incoming;
    const rawBody = rawBodyOf(this.#incoming);
    const bytes = bytesOf(rawBody) ?? bytesOf(body);
    if (bytes !== undefined) return bytes.byteLength > limit ? { kind: "large" } : { kind: "raw", bytes };
    const text = textOf(rawBody) ?? textOf(body);
    if (text !== undefined)
      return Buffer.byteLength(text) > limit ? { kind: "large" } : { kind: "text", text };
    if (hasFields(body))
      return announcedLength(this) > limit ? { kind: "large" } : { kind: "parsed", fields: body };
    return this.isBodyTaken ? { kind: "consumed" } : undefined;
  }

  consumeBody(bound: BodyReadLimit, take?: (chunk: Uint8Array) => void): Promise<BodyReadEnd> {
    return consumeBody(this.#incoming, bound, take);
  }

  eraseBody(): void {
    delete this.#incoming.body;
    if ("rawBody" in this.#incoming) delete this.#incoming.rawBody;
  }
}

/**
 * Writes a reply without any processing of the host. Reads the rest of the request first. If the rest is too long or
 * too slow, the reply closes the connection; on HTTP/2, the stream.
 */
export async function sendReply(
  request: ServerRequest,
  response: HttpResponse,
  reply: ServerReply,
): Promise<void> {
  if (response.headersSent) return;
  const isKept = request.isFullyRead || (await drainBody(request));
  if (response.headersSent) return;
  const { status, headers, body } = reply;
  if (!(typeof body === "string" || body instanceof Uint8Array)) return sendList(response, reply, body);
  const length = status === 304 ? {} : { "content-length": Buffer.byteLength(body) };
  if (isKept) {
    response.writeHead(status, { ...length, ...headers });
    response.end(body);
    return;
  }
  const stream = http2StreamOf(response);
  response.writeHead(status, { ...length, ...headers, ...(stream ? {} : { connection: "close" }) });
  response.flushHeaders();
  response.write(body);
  await lingerOnBody(request);
  // Node closes the socket after the response is flushed. The other requests of an HTTP/2 connection go on.
  response.end();
  stream?.close();
}

/** HTTP/1.1 has none. */
function http2StreamOf(message: object): ServerHttp2Stream | undefined {
  return (message as { readonly stream?: ServerHttp2Stream }).stream;
}

/** Waits while the client reads slowly. Ends the connection if the list cannot be completed. */
async function sendList(
  response: HttpResponse,
  { status, headers }: ServerReply,
  list: AsyncIterable<string>,
): Promise<void> {
  response.writeHead(status, headers);
  await pipeline(list, response).catch(() => undefined);
}

/** Returns the bytes where hosts store them by convention, in a `verify` callback or by themselves. */
function rawBodyOf(request: HttpRequest): unknown {
  return "rawBody" in request ? request.rawBody : undefined;
}

function bytesOf(body: unknown): Uint8Array | undefined {
  return body instanceof Uint8Array ? body : undefined;
}

function textOf(body: unknown): string | undefined {
  return typeof body === "string" ? body : undefined;
}

/** Body parsers leave an empty object if they did not read the body. */
function hasFields(body: unknown): body is Record<string, unknown> {
  return typeof body === "object" && body !== null && Object.keys(body).length > 0;
}
