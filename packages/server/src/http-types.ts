import type { IncomingMessage, ServerResponse } from "node:http";

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
