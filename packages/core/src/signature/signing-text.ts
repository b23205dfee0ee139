import { revealSecret, type Secret } from "../secret.ts";

export type Field = readonly [name: string, value: string];

/**
 * The text that is hashed (SIG-ORDER, SIG-EMPTY, SIG-KEY): `name=value` pairs sorted by name, empty values left out, the key
 * last. Values are raw: nothing is escaped, so a value with `&` could read as two fields, and requests refuse those.
 */
export function signingText(fields: Iterable<Field>, key: Secret): string {
  let text = "";
  for (const [name, value] of [...fields].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value !== "") text += `${name}=${value}&`;
  }
  return `${text}key=${revealSecret(key)}`;
}
