import { revealSecret, type Secret } from "../../secret.ts";
import { knownFieldNames } from "../messages/message-types.ts";

export type FormField = readonly [name: string, value: string];
type NamedField = readonly [name: string, value: string, ...unknown[]];

/**
 * The text that is hashed (SIG-ORDER, SIG-EMPTY, SIG-KEY): `name=value` pairs sorted by the bytes of the name, empty values
 * left out, the key last. Values are raw: nothing is escaped, so a value with `&` could read as two fields, and requests
 * refuse those.
 */
export function signingText(fields: Iterable<FormField>, key: Secret): string {
  return signingTextOfSortedFields(sortFieldsByName(fields), key);
}

/** The same for fields that are already sorted. */
export function signingTextOfSortedFields(fields: readonly NamedField[], key: Secret): string {
  let text = "";
  for (const [name, value] of fields) {
    if (value !== "") text += `${name}=${value}&`;
  }
  return `${text}key=${revealSecret(key)}`;
}

/**
 * Sorts fields by the bytes of their names. Plain ASCII names compare as text in the same order. Other names may not.
 */
export function sortFieldsByName<Field extends NamedField>(fields: Iterable<Field>): Field[] {
  const all = [...fields];
  return all.sort(all.every(([name]) => knownFieldNames.has(name) || /^\w*$/.test(name)) ? byText : byBytes);
}

function byText(a: NamedField, b: NamedField): number {
  if (a[0] === b[0]) return 0;
  return a[0] < b[0] ? -1 : 1;
}

function byBytes([a]: NamedField, [b]: NamedField): number {
  return Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8"));
}
