import { revealSecret, type Secret } from "../secret.ts";

export type Field = readonly [name: string, value: string];

/**
 * The text that is hashed (SIG-ORDER, SIG-EMPTY, SIG-KEY): `name=value` pairs sorted by the bytes of the name, empty values
 * left out, the key last. Values are raw: nothing is escaped, so a value with `&` could read as two fields, and requests
 * refuse those.
 */
export function signingText(fields: Iterable<Field>, key: Secret): string {
  let text = "";
  for (const [name, value] of [...fields].sort(byName)) {
    if (value !== "") text += `${name}=${value}&`;
  }
  return `${text}key=${revealSecret(key)}`;
}

function byName([a]: Field, [b]: Field): number {
  return Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8"));
}
