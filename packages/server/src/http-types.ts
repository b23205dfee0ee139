import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** A request of Node, with the properties that Express and its middleware can add. */
export interface HttpRequest extends IncomingMessage {
  url: string;
  method: string;
  /** The path at which the host mounted the router. Empty at the root. */
  readonly baseUrl: string;
  /** The buyer's IP address, by the host's settings for proxies. */
  readonly ip?: string | undefined;
  /** The result of the host's body parser. */
  body?: unknown;
}

/** A response of Node. */
export type HttpResponse = ServerResponse;

/** Passes the request to the host's next handler; with an error, to its error handlers. */
export type NextFunction = (error?: unknown) => void;

/** What is left of a request's body after the host's body parsers (B-33). */
export type BodyAfterParsers =
  | { readonly kind: "raw"; readonly bytes: Uint8Array }
  /** A body parser of the host decoded it. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parsed"; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: "large" }
  /** The sender did not finish the body in time. */
  | { readonly kind: "slow" }
  /** Other code read the body and stored nothing. */
  | { readonly kind: "consumed" }
  /** The sender disconnected. */
  | { readonly kind: "aborted" };

/** The limit for reading a body. */
export interface BodyReadLimit {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Why reading ended: the body is complete, exceeds a limit, or the sender disconnected. */
export type BodyReadEnd = "complete" | "too-large" | "too-slow" | "aborted";

/** A request as every route reads it, whether it came to a server of Node or as a `Request` of the web standard. */
export interface ServerRequest {
  readonly method: string;
  /** The path below `baseUrl`, with the query. */
  readonly url: string;
  /** The path at which the host mounted the routes. Empty at the root. */
  readonly baseUrl: string;
  /** The whole path, with the query, as the host received it. */
  readonly originalUrl: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the connection. */
  readonly remoteAddress: string | undefined;
  /** The buyer's IP address: by the host's settings for proxies, otherwise that of the connection. */
  readonly ip: string | undefined;
  /** The request of the host, for functions of the shop. */
  readonly hostRequest: unknown;
  /** Whether other code has begun to read the body. */
  readonly isBodyTaken: boolean;
  /** Whether nothing of the request is left to read. */
  readonly isFullyRead: boolean;
  /** Returns what other code made of the body. Undefined: it is still there to be read. */
  takenBody(limit: number): BodyAfterParsers | undefined;
  /** Reads the rest of the body within a limit. Never rejects. */
  consumeBody(bound: BodyReadLimit, take?: (chunk: Uint8Array) => void): Promise<BodyReadEnd>;
  /** Deletes what the host stored of the body, so that no later code can log or store it. */
  eraseBody(): void;
}

/** The reply of a route. */
export interface ServerReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A list of texts is sent while it is made. Whoever makes it reports its errors. */
  readonly body: string | Uint8Array | AsyncIterable<string>;
}

/** What a request alone does not say. */
export interface RequestConnection {
  /** The path at which the host mounted the handler. Default: the path of `publicUrl`. */
  readonly mount?: string | undefined;
  /** The address of the connection. Without it, the gateway's address and card limits by network are unknown. */
  readonly remoteAddress?: string | undefined;
  /** The buyer's IP address, by the host's settings for proxies. Default: `remoteAddress`. */
  readonly ip?: string | undefined;
  /** The request that functions of the shop get. Default: the request itself. */
  readonly hostRequest?: unknown;
}

/** Returns the path below the mount, and the mount. A path of another place is at the root: a proxy has removed the mount. */
export function splitMount(url: string, mount: string): { readonly url: string; readonly baseUrl: string } {
  const baseUrl = mount.replace(/\/+$/, "");
  const rest = url.slice(baseUrl.length);
  const isBelow = url.startsWith(baseUrl) && (rest === "" || rest.startsWith("/") || rest.startsWith("?"));
  return isBelow ? { url: rest, baseUrl } : { url, baseUrl: "" };
}

/** Returns the part of a path that a route matched before its `*`: for `/:shop/pay/*` and `/de/pay/wait/1`, `/de/pay`. */
export function mountOfRoute(route: string, path: string): string {
  return route.endsWith("*") ? path.split("/", route.split("/").length - 1).join("/") : path;
}
