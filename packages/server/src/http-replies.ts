import { isPayIndexError } from "@pay-index/core";
import { type HostFailureCode, type RefusalCode, refusalReply } from "@pay-index/core/protocol";
import type { ServerReply } from "./http-types.ts";

/** Returns the reply to a request with another method. */
export function methodNotAllowedReply(allowed: readonly string[]): ServerReply {
  const { status, headers, body } = refusalReply("method");
  return { status, headers: { ...headers, allow: allowed.join(", ") }, body };
}

/** Returns a redirect of a browser with GET. */
export function seeOtherReply(location: string): ServerReply {
  return { status: 303, headers: { ...buyerResponseHeaders, location }, body: "" };
}

export function jsonReply(status: number, value: unknown): ServerReply {
  const headers = { ...buyerResponseHeaders, "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify(value) };
}

/** Returns the same reply with more headers. */
export function withHeaders(reply: ServerReply, headers: ServerReply["headers"]): ServerReply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
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
