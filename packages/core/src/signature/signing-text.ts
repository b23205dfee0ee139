import { revealSecret, type Secret } from "../secret.ts";

export type Field = readonly [name: string, value: string];

/**
 * The text that is hashed (SIG-ORDER, SIG-EMPTY, SIG-KEY): `name=value` pairs sorted by the bytes of the name, empty values
 * left out, the key last. Values are raw: nothing is escaped, so a value with `&` could read as two fields, and requests
 * refuse those.
 */
export function signingText(fields: Iterable<Field>, key: Secret): string {
  let text = "";
  for (const [name, value] of sorted([...fields])) {
    if (value !== "") text += `${name}=${value}&`;
  }
  return `${text}key=${revealSecret(key)}`;
}

/** Names in ASCII, which honest names are, compare as text as they do as bytes; other text may not. */
function sorted(fields: Field[]): Field[] {
  return fields.sort(fields.every(([name]) => isAscii(name)) ? byText : byBytes);
}

function isAscii(name: string): boolean {
  return /^\p{ASCII}*$/u.test(name);
}

function byText([a]: Field, [b]: Field): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function byBytes([a]: Field, [b]: Field): number {
  return Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8"));
}
