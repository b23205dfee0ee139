/** Escapes in a row, each of one byte. */
const escapes = /(?:%[0-9A-Fa-f]{2})+/g;

/**
 * Returns the fields in which a body parser may have replaced bytes that are not UTF-8. Some parsers insert U+FFFD,
 * others leave the escapes. The sender may have sent exactly that text, so only the sign can tell (NOT-ENCODING).
 */
export function fieldsWithUndecodableText(fields: ReadonlyMap<string, string>): string[] {
  return [...fields].flatMap(([name, value]) => (isUndecodable(name) || isUndecodable(value) ? [name] : []));
}

function isUndecodable(text: string): boolean {
  return text.includes("\uFFFD") || (text.match(escapes) ?? []).some((run) => !isUtf8(run));
}

function isUtf8(run: string): boolean {
  try {
    // The result is used because the bundler drops a call without one, and the error with it.
    return decodeURIComponent(run) !== "";
  } catch {
    return false;
  }
}
