import { type HostFailure, isPayIndexError, type RefusalWord, type Reply, refusal } from "@pay-index/core";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { drainBody, isBodyRead, lingerOnBody } from "./request-body.ts";

/** Responses whose reply waits for the rest of the request. */
const waiting = new WeakSet<HttpResponse>();

/**
 * Writes a reply as it stands: no template, no negotiation, nothing of the host's. A request whose body was not read to its end is
 * drained first; where it is too long or too slow for that, the reply closes the connection.
 */
export function send(response: HttpResponse, reply: Reply): void {
  if (response.headersSent || waiting.has(response)) return;
  const request = response.req as HttpRequest;
  if (isBodyRead(request)) write(response, reply);
  else void sendAfterBody({ request, response }, reply);
}

interface Exchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

async function sendAfterBody({ request, response }: Exchange, reply: Reply): Promise<void> {
  waiting.add(response);
  const isDrained = await drainBody(request);
  if (response.headersSent) return;
  if (isDrained) {
    write(response, reply);
    return;
  }
  const { status, body } = reply;
  response.writeHead(status, { ...headersOf(reply), connection: "close" });
  response.flushHeaders();
  response.write(body);
  await lingerOnBody(request);
  // Node closes the socket once this is flushed.
  response.end();
}

function write(response: HttpResponse, reply: Reply): void {
  response.writeHead(reply.status, headersOf(reply));
  response.end(reply.body);
}

function headersOf({ headers, body }: Reply) {
  return { "content-length": Buffer.byteLength(body), ...headers };
}

/** One word and nothing else, least of all the path. */
export function sendWord(response: HttpResponse, word: RefusalWord): void {
  send(response, refusal(word));
}

/** Another method than these. */
export function sendMethod(response: HttpResponse, allowed: readonly string[]): void {
  const { status, headers, body } = refusal("method");
  send(response, { status, headers: { ...headers, allow: allowed.join(", ") }, body });
}

/** Sends a browser on with GET. */
export function seeOther(response: HttpResponse, location: string): void {
  send(response, { status: 303, headers: { ...guarded, location }, body: "" });
}

export function sendJson(response: HttpResponse, status: number, value: unknown): void {
  const headers = { ...guarded, "content-type": "application/json; charset=utf-8" };
  send(response, { status, headers, body: JSON.stringify(value) });
}

/** For everything a buyer's browser gets: its address holds a token. */
export const guarded = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** What an error of core means to whoever asked. Errors of the shop are nobody's business. */
export function wordOf(error: unknown): RefusalWord {
  if (isPayIndexError(error, "payment_unknown")) return "unknown";
  return isPayIndexError(error, "store_unavailable") || isPayIndexError(error, "closed")
    ? "later"
    : "failure";
}

/** What an error that another part of the host threw means: body parsers say by an HTTP status what they did not like. */
export function wordOfHost(error: unknown): HostFailure {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return "large";
  if (status === 415) return "charset";
  return status === 400 ? "malformed" : "failure";
}
