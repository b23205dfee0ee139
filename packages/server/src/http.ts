import type { IncomingMessage, ServerResponse } from "node:http";

/** Node's own request, with what Express and everything built on it may have put there. */
export interface HttpRequest extends IncomingMessage {
  url: string;
  method: string;
  /** The part of the path that the host had us mounted at; empty at the root. */
  readonly baseUrl: string;
  /** The buyer's address, as the host trusts its proxies. */
  readonly ip?: string | undefined;
  /** What a body parser of the host made of the body. */
  body?: unknown;
}

export type HttpResponse = ServerResponse;

/** Hands the request on to whatever the host has after us; with an error, to its error handlers. */
export type NextHandler = (error?: unknown) => void;
