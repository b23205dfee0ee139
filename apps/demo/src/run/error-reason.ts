import { showControlCharacters } from "@pay-index/core/adapter";

/** Returns the message of an error. The message `fetch failed` has the reason in its cause. */
export function errorReason(error: unknown): string {
  return reasonOf(error).split("\n").map(showControlCharacters).join("\n");
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
