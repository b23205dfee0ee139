import { revealSecret, type Secret } from "../../secret.ts";

export type FormField = readonly [name: string, value: string];

/**
 * The text that is hashed (SIG-ORDER, SIG-EMPTY, SIG-KEY): `name=value` pairs sorted by the bytes of the name, empty values
 * left out, the key last. Values are raw: nothing is escaped, so a value with `&` could read as two fields, and requests
 * refuse those.
 */
export function signingText(fields: Iterable<FormField>, key: Secret): string {
  return signingTextOfSortedFields(sortFieldsByName(fields), key);
}

/** The same for fields that are already sorted. */
export function signingTextOfSortedFields(fields: readonly FormField[], key: Secret): string {
  let text = "";
  for (const [name, value] of fields) {
    if (value !== "") text += `${name}=${value}&`;
  }
  return `${text}key=${revealSecret(key)}`;
}

/**
 * Sorts fields by the bytes of their names. Plain ASCII names compare as text in the same order. Other names may not.
 */
export function sortFieldsByName(fields: Iterable<FormField>): FormField[] {
  const all = [...fields];
  return all.sort(all.every(([name]) => /^\w*$/.test(name)) ? byText : byBytes);
}

function byText([a]: FormField, [b]: FormField): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function byBytes([a]: FormField, [b]: FormField): number {
  return Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8"));
}
