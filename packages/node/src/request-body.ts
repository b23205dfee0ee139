import readStream from "raw-body";
import type { HttpRequest } from "./http.ts";

/** What can still be had of a request's body, whatever the host's body parsers did before us (B-33). */
export type LeftBody =
  | { readonly kind: "raw"; readonly bytes: Uint8Array }
  | { readonly kind: "parsed"; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: "large" }
  /** Read by something that left nothing of it. */
  | { readonly kind: "consumed" }
  /** The sender went away. */
  | { readonly kind: "aborted" };

/** Bytes before fields: what was sent is better evidence than what a parser made of it. Never throws. */
export async function readLeftBody(request: HttpRequest, limit: number): Promise<LeftBody> {
  const bytes = bytesOf(rawBodyOf(request)) ?? bytesOf(request.body);
  if (bytes !== undefined) return bytes.byteLength > limit ? { kind: "large" } : { kind: "raw", bytes };
  if (hasFields(request.body)) {
    const sent = Number(request.headers["content-length"] ?? 0);
    return sent > limit ? { kind: "large" } : { kind: "parsed", fields: request.body };
  }
  return request.readableDidRead ? { kind: "consumed" } : await readRest(request, limit);
}

/** So that nothing after us can log or store what the host's parsers had found. */
export function dropBody(request: HttpRequest): void {
  delete request.body;
  if ("rawBody" in request) delete request.rawBody;
}

/** Where hosts keep the bytes by custom, in a `verify` callback or by themselves. */
function rawBodyOf(request: HttpRequest): unknown {
  return "rawBody" in request ? request.rawBody : undefined;
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (typeof body === "string") return Buffer.from(body, "utf8");
  return body instanceof Uint8Array ? body : undefined;
}

/** An empty object is what parsers leave behind when they did not read at all. */
function hasFields(body: unknown): body is Record<string, unknown> {
  return typeof body === "object" && body !== null && Object.keys(body).length > 0;
}

async function readRest(request: HttpRequest, limit: number): Promise<LeftBody> {
  try {
    return { kind: "raw", bytes: await readStream(request, { limit }) };
  } catch (error) {
    const type = error instanceof Error && "type" in error ? error.type : undefined;
    if (type === "entity.too.large") return { kind: "large" };
    return { kind: type === "request.aborted" ? "aborted" : "consumed" };
  }
}
