/** Escapes in a row, each of one byte. */
const escapes = /(?:%[0-9A-Fa-f]{2})+/g;

/**
 * Names of the fields in which a body parser may have met bytes that are not UTF-8. Some put U+FFFD in their place, others leave the
 * escapes as they are. An honest sender may mean either, so that only a sign tells the difference (NOT-ENCODING).
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
