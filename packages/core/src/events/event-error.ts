import { type ErrorCode, errorCodes } from "../errors.ts";
import { maskText } from "../mask/mask-text.ts";

/** An error as an event contains it. */
export interface EventError {
  /** The code of a `PayIndexError`, or `error`. */
  readonly code: ErrorCode | "error";
  /** The first line of the message, masked, at most 300 characters. */
  readonly message: string;
}

/**
 * Returns an error as events contain it and staff see it: the code, and the first line of the message, masked by
 * `maskText`, at most 300 characters.
 */
export function toEventError(error: unknown): EventError {
  if (!isErrorLike(error)) return { code: "error", message: "Something other than an Error was thrown." };
  return { code: errorCodeOf(error), message: maskedLine(error.message) };
}

/** Other classes can use our name, so a code outside the list becomes `error`. */
function errorCodeOf(error: object): EventError["code"] {
  const isOurs = error instanceof Error && error.name === "PayIndexError" && "code" in error;
  return (isOurs && errorCodes.find((code) => code === error.code)) || "error";
}

/** Returns the first line, masked, at most 300 characters. */
function maskedLine(text: string): string {
  return maskText(text.split("\n", 1)[0] ?? "").slice(0, 300);
}

/** Workflow engines throw stored errors: plain objects with a message. */
function isErrorLike(thrown: unknown): thrown is { readonly message: string } {
  return (
    typeof thrown === "object" && thrown !== null && "message" in thrown && typeof thrown.message === "string"
  );
}
