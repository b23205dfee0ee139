import type { HostFailure } from "@pay-index/core";
import { wordOfHost } from "./answer.ts";

/** A body parser of the host failed on the body, so that nothing of it is left. */
export interface ParserError {
  readonly word: Exclude<HostFailure, "failure">;
  readonly message: string;
}

/** Undefined for an error that is not about the body. */
export function parserErrorOf(error: unknown): ParserError | undefined {
  const word = wordOfHost(error);
  if (word === "failure") return undefined;
  return {
    word,
    message: `A body parser of the shop failed on it${typeOf(error)}. Mount the payment router first.`,
  };
}

/** Never the message, which may quote the body. */
function typeOf(error: unknown): string {
  const type = error instanceof Error && "type" in error ? String(error.type) : "";
  return /^[a-z.]{1,40}$/.test(type) ? ` (${type})` : "";
}
