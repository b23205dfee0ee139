import type { HostFailureCode } from "@pay-index/core/protocol";
import { hostFailureCodeOf } from "./http-replies.ts";

/** A body parser of the host failed on the body, so that nothing of it is left. */
export interface BodyParserError {
  readonly code: Exclude<HostFailureCode, "failure">;
  readonly message: string;
}

/** Undefined for an error that is not about the body. */
export function toBodyParserError(error: unknown): BodyParserError | undefined {
  const code = hostFailureCodeOf(error);
  if (code === "failure") return undefined;
  return {
    code,
    message: `A body parser of the shop failed on it${errorTypeText(error)}. Mount the payment router first.`,
  };
}

/** Never the message, which may quote the body. */
function errorTypeText(error: unknown): string {
  const type = error instanceof Error && "type" in error ? String(error.type) : "";
  return /^[a-z.]{1,40}$/.test(type) ? ` (${type})` : "";
}
