import type { HostFailureCode } from "@pay-index/core/protocol";
import { hostFailureCodeOf } from "./http-replies.ts";

/** The error of a host's body parser that read the body and left nothing of it. */
export interface BodyParserError {
  readonly code: Exclude<HostFailureCode, "failure">;
  readonly message: string;
  /** The body, if the error has it: body-parser hands over what it could not parse. */
  readonly text?: string;
}

/** Returns undefined for an error that is not about the body. */
export function toBodyParserError(error: unknown): BodyParserError | undefined {
  const code = hostFailureCodeOf(error);
  if (code === "failure") return undefined;
  return {
    code,
    message: `A body parser of the shop failed on it${errorTypeText(error)}. Mount the payment router first.`,
    ...(error instanceof Error && "body" in error && typeof error.body === "string"
      ? { text: error.body }
      : {}),
  };
}

/** Does not return the message, which can contain a part of the body. */
function errorTypeText(error: unknown): string {
  const type = error instanceof Error && "type" in error ? String(error.type) : "";
  return /^[a-z.]{1,40}$/.test(type) ? ` (${type})` : "";
}
