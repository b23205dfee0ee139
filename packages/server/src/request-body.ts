import type { BodyAfterParsers, BodyReadLimit, ServerRequest } from "./http-types.ts";

/** Milliseconds. Senders of notifications wait at most ten seconds. */
const readTimeout = 10_000;

/** Reads the body. Prefers bytes to fields, because bytes are the evidence that the sender signed. Never throws. */
export async function readRemainingBody(request: ServerRequest, limit: number): Promise<BodyAfterParsers> {
  return request.takenBody(limit) ?? readRest(request, limit);
}

/** The limit for reading a body that is not needed, so that the next request on the connection can follow. */
const drainLimit: BodyReadLimit = { bytes: 1_048_576, milliseconds: 2_000 };

/** The limit for reading a longer body after the reply, while the sender receives it. */
const lingerLimit: BodyReadLimit = { bytes: 16_777_216, milliseconds: 2_000 };

/** The requests whose bodies did not arrive in time. */
const slowRequests = new WeakSet<ServerRequest>();

/** Reads the rest of a body within `drainLimit`. Returns false if there is more: then the connection must be closed. */
export async function drainBody(request: ServerRequest): Promise<boolean> {
  if (slowRequests.has(request) || announcedLength(request) > drainLimit.bytes) return false;
  const end = await request.consumeBody(drainLimit);
  return end === "complete" || end === "aborted";
}

/**
 * Continues to read while the sender receives the reply: closing a socket with unread bytes would discard the reply.
 */
export async function lingerOnBody(request: ServerRequest): Promise<void> {
  await request.consumeBody(lingerLimit);
}

/** Returns the length of the body in bytes, as the sender announced it. */
export function announcedLength({ headers }: Pick<ServerRequest, "headers">): number {
  return Number(headers["content-length"] ?? 0);
}

async function readRest(request: ServerRequest, limit: number): Promise<BodyAfterParsers> {
  if (announcedLength(request) > limit) return { kind: "large" };
  const chunks: Uint8Array[] = [];
  const bound = { bytes: limit, milliseconds: readTimeout };
  const end = await request.consumeBody(bound, (chunk) => chunks.push(chunk));
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
