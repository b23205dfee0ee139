/** The longest reason of a refund through the gateway, in UTF-16 code units. */
export const maxRefundReasonLength = 200;

/**
 * Converts a text of the host to a reason that `Gateway.refund` accepts: one line of at most 200 characters. Undefined if the text has no
 * visible character.
 */
export function toRefundReason(text: string): string | undefined {
  const line = text.replace(/[\p{Cc}\p{Cs}\s]+/gu, " ").trim();
  if (line === "") return undefined;
  // The cut can leave half of a character at the end.
  return line
    .slice(0, maxRefundReasonLength)
    .replace(/\p{Cs}$/u, "")
    .trim();
}
