import { isPayIndexError } from "@pay-index/core";
import {
  type HostFailureCode,
  type HttpReply,
  type RefusalCode,
  refusalReply,
} from "@pay-index/core/protocol";
import type { HttpRequest, HttpResponse } from "./http-types.ts";
import { drainBody, isRequestFullyRead, lingerOnBody } from "./request-body.ts";

/** Responses whose reply waits for the rest of the request. */
const waitingResponses = new WeakSet<HttpResponse>();

/**
 * Writes a reply without any processing of the host. Reads the rest of the request first. If the rest is too long or
 * too slow, the reply closes the connection.
 */
export function sendReply(response: HttpResponse, reply: HttpReply): void {
  if (response.headersSent || waitingResponses.has(response)) return;
  const request = response.req as HttpRequest;
  if (isRequestFullyRead(request)) writeReply(response, reply);
  else void sendAfterBody({ request, response }, reply);
}

interface Exchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

async function sendAfterBody({ request, response }: Exchange, reply: HttpReply): Promise<void> {
  waitingResponses.add(response);
  const isDrained = await drainBody(request);
  if (response.headersSent) return;
  if (isDrained) {
    writeReply(response, reply);
    return;
  }
  const { status, body } = reply;
  response.writeHead(status, { ...replyHeaders(reply), connection: "close" });
  response.flushHeaders();
  response.write(body);
  await lingerOnBody(request);
  // Node closes the socket after the response is flushed.
  response.end();
}

function writeReply(response: HttpResponse, reply: HttpReply): void {
  response.writeHead(reply.status, replyHeaders(reply));
  response.end(reply.body);
}

function replyHeaders({ headers, body }: HttpReply) {
  return { "content-length": Buffer.byteLength(body), ...headers };
}

/** Sends only the code: the response must not contain the path. */
export function sendRefusal(response: HttpResponse, word: RefusalCode): void {
  sendReply(response, refusalReply(word));
}

/** Sends the reply to a request with another method. */
export function sendMethodNotAllowed(response: HttpResponse, allowed: readonly string[]): void {
  const { status, headers, body } = refusalReply("method");
  sendReply(response, { status, headers: { ...headers, allow: allowed.join(", ") }, body });
}

/** Redirects a browser with GET. */
export function seeOther(response: HttpResponse, location: string): void {
  sendReply(response, { status: 303, headers: { ...buyerResponseHeaders, location }, body: "" });
}

export function sendJson(response: HttpResponse, status: number, value: unknown): void {
  const headers = { ...buyerResponseHeaders, "content-type": "application/json; charset=utf-8" };
  sendReply(response, { status, headers, body: JSON.stringify(value) });
}

/** The headers of every response to a buyer's browser, because its address contains a token. */
export const buyerResponseHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** Errors that a repeat of the request can avoid. */
const laterCodes = ["store_unavailable", "merchants_unavailable", "gateway_closed"] as const;

/** Returns the code for an error of core. Errors of the shop become `failure`. */
export function refusalCodeOf(error: unknown): RefusalCode {
  if (isPayIndexError(error, "attempt_unknown")) return "unknown";
  return laterCodes.some((code) => isPayIndexError(error, code)) ? "later" : "failure";
}

/** Returns the code for an error of another part of the host. Body parsers report the reason as an HTTP status. */
export function hostFailureCodeOf(error: unknown): HostFailureCode {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return "large";
  if (status === 415) return "charset";
  return status === 400 ? "malformed" : "failure";
}
