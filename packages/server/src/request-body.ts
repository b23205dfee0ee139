import { type BodyReadEnd, type BodyReadLimit, consumeBody } from "./consume-body.ts";
import type { HttpRequest } from "./http-types.ts";

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

/** Milliseconds. Senders of notifications wait at most ten seconds. */
const readTimeout = 10_000;

/** Reads the body. Prefers bytes to fields, because bytes are the evidence that the sender signed. Never throws. */
export async function readRemainingBody(request: HttpRequest, limit: number): Promise<BodyAfterParsers> {
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

/** Deletes the parsed body and the raw body, so that no later code can log or store them. */
export function eraseRequestBody(request: HttpRequest): void {
  delete request.body;
  if ("rawBody" in request) delete request.rawBody;
}

/** The limit for reading a body that is not needed, so that the next request on the connection can follow. */
const drainLimit: BodyReadLimit = { bytes: 1_048_576, milliseconds: 2_000 };

/** The limit for reading a longer body after the reply, while the sender receives it. */
const lingerLimit: BodyReadLimit = { bytes: 16_777_216, milliseconds: 2_000 };

/** The requests whose bodies did not arrive in time. */
const slowRequests = new WeakSet<HttpRequest>();

/** Whether the whole request was read from the connection. */
export function isRequestFullyRead(request: HttpRequest): boolean {
  return !announcesBody(request) || request.readableEnded || request.destroyed;
}

/** Reads the rest of a body within `drainLimit`. Returns false if there is more: then the connection must be closed. */
export async function drainBody(request: HttpRequest): Promise<boolean> {
  if (slowRequests.has(request) || Number(request.headers["content-length"] ?? 0) > drainLimit.bytes)
    return false;
  const end = await consumeBody(request, drainLimit);
  return end === "complete" || end === "aborted";
}

/**
 * Continues to read while the sender receives the reply: closing a socket with unread bytes would discard the reply.
 */
export async function lingerOnBody(request: HttpRequest): Promise<void> {
  await consumeBody(request, lingerLimit);
}

function announcesBody({ headers }: HttpRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
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

async function readRest(request: HttpRequest, limit: number): Promise<BodyAfterParsers> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return { kind: "large" };
  const chunks: Buffer[] = [];
  const bound = { bytes: limit, milliseconds: readTimeout };
  const end: BodyReadEnd = await consumeBody(request, bound, (chunk) => chunks.push(chunk));
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
