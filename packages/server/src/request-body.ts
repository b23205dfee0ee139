import { type BodyReadLimit, type BodyReadResult, consumeBody } from "./consume-body.ts";
import type { HttpRequest } from "./http.ts";

/** What can still be had of a request's body, whatever the host's body parsers did before us (B-33). */
export type RemainingBody =
  | { readonly kind: "raw"; readonly bytes: Uint8Array }
  /** Decoded by a body parser of the host. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parsed"; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: "large" }
  /** The sender did not finish it in time. */
  | { readonly kind: "slow" }
  /** Read by something that left nothing of it. */
  | { readonly kind: "consumed" }
  /** The sender went away. */
  | { readonly kind: "aborted" };

/** Milliseconds. Senders of notifications wait ten seconds at most. */
const readTimeout = 10_000;

/** Bytes before fields: what was sent is better evidence than what a parser made of it. Never throws. */
export async function readRemainingBody(request: HttpRequest, limit: number): Promise<RemainingBody> {
  const bytes = bytesOf(rawBodyOf(request)) ?? bytesOf(request.body);
  if (bytes !== undefined) return bytes.byteLength > limit ? { kind: "large" } : { kind: "raw", bytes };
  const text = textOf(rawBodyOf(request)) ?? textOf(request.body);
  if (text !== undefined) return Buffer.byteLength(text) > limit ? { kind: "large" } : { kind: "text", text };
  if (hasFields(request.body)) {
    const sent = Number(request.headers["content-length"] ?? 0);
    return sent > limit ? { kind: "large" } : { kind: "parsed", fields: request.body };
  }
  const isTaken = request.readableDidRead || request.readableEncoding !== null;
  return isTaken ? { kind: "consumed" } : readRest(request, limit);
}

/** So that nothing after us can log or store what the host's parsers had found. */
export function deleteParsedBody(request: HttpRequest): void {
  delete request.body;
  if ("rawBody" in request) delete request.rawBody;
}

/** What is read of a body that nobody needs, so that the next request on the connection can follow. */
const drainLimit: BodyReadLimit = { bytes: 1_048_576, milliseconds: 2_000 };

/** What is read of a longer body after the reply, while the sender takes that in. */
const lingerLimit: BodyReadLimit = { bytes: 16_777_216, milliseconds: 2_000 };

/** Whose senders have used up the time for a body. */
const slowRequests = new WeakSet<HttpRequest>();

/** Whether nothing of the request is left on the connection. */
export function isBodyRead(request: HttpRequest): boolean {
  return !announcesBody(request) || request.readableEnded || request.destroyed;
}

/** Reads what is left of a body within `drainBound`. False: more is coming, and the connection has to be closed. */
export async function drainBody(request: HttpRequest): Promise<boolean> {
  if (slowRequests.has(request) || Number(request.headers["content-length"] ?? 0) > drainLimit.bytes)
    return false;
  const end = await consumeBody(request, drainLimit);
  return end === "complete" || end === "aborted";
}

/** Reads on while the sender takes in the answer: a socket that is closed on unread bytes would take the answer back. */
export async function lingerOnBody(request: HttpRequest): Promise<void> {
  await consumeBody(request, lingerLimit);
}

function announcesBody({ headers }: HttpRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Where hosts keep the bytes by custom, in a `verify` callback or by themselves. */
function rawBodyOf(request: HttpRequest): unknown {
  return "rawBody" in request ? request.rawBody : undefined;
}

function bytesOf(body: unknown): Uint8Array | undefined {
  return body instanceof Uint8Array ? body : undefined;
}

function textOf(body: unknown): string | undefined {
  return typeof body === "string" ? body : undefined;
}

/** An empty object is what parsers leave behind when they did not read at all. */
function hasFields(body: unknown): body is Record<string, unknown> {
  return typeof body === "object" && body !== null && Object.keys(body).length > 0;
}

async function readRest(request: HttpRequest, limit: number): Promise<RemainingBody> {
  const chunks: Buffer[] = [];
  const bound = { bytes: limit, milliseconds: readTimeout };
  const end: BodyReadResult = await consumeBody(request, bound, (chunk) => chunks.push(chunk));
  switch (end) {
    case "complete":
      return { kind: "raw", bytes: Buffer.concat(chunks) };
    case "too-large":
      return { kind: "large" };
    case "too-slow":
      slowRequests.add(request);
      return { kind: "slow" };
    case "aborted":
      return { kind: "aborted" };
  }
}
