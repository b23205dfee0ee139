import type { BodyAfterParsers } from "./http-types.ts";

/**
 * Returns the fields of a small form, however the host parsed it. Not for signed fields: a field that was sent twice
 * counts once.
 */
export function parseFormFields(left: BodyAfterParsers): Readonly<Record<string, unknown>> {
  if (left.kind === "parsed") return left.fields;
  if (left.kind === "text") return Object.fromEntries(new URLSearchParams(left.text));
  if (left.kind !== "raw") return {};
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(left.bytes)));
}
