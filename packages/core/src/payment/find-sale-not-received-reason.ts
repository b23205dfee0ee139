import type { ResponseFact } from "./fact.ts";

/** Client errors that a server may also return for a request that it, or another one behind it, received in full. */
const ambiguousHttpStatuses: ReadonlySet<number> = new Set([408, 409, 499]);

/**
 * Returns why it is certain that the gateway did not accept an attempt whose answer is `unknown`. Undefined: it is not certain. Only
 * staff read it. The state of the attempt stays `pending`, so that a notification still counts.
 */
export function findSaleNotReceivedReason({
  outcome,
  reason,
  httpStatus = 0,
}: Pick<ResponseFact, "outcome" | "reason" | "httpStatus">): "not-connected" | "http-refused" | undefined {
  if (outcome !== "unknown") return undefined;
  if (reason === "not_connected") return "not-connected";
  const isRefused = httpStatus >= 400 && httpStatus < 500 && !ambiguousHttpStatuses.has(httpStatus);
  return isRefused && reason === "http_status" ? "http-refused" : undefined;
}
