import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type FormField,
  signedRequestFields,
  signingText,
} from "../../src/protocol/signature/request-sign.ts";
import { Secret } from "../../src/secret.ts";

const key = new Secret("k");
const names: readonly string[] = signedRequestFields;

/** Small alphabets on purpose: they hold the signs of the text itself, so that collisions would be likely. */
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom("=", "a", "key", "pay_amount", " ", "%26", "é"), maxLength: 4 }),
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll("&", "")),
);
const seven = fc.array(value, { minLength: names.length, maxLength: names.length });
const asFields = (values: readonly string[]): FormField[] =>
  names.map((name, index) => [name, values[index] ?? ""]);

/** An empty value and an absent field are one (SIG-EMPTY), so only the seven values tell requests apart. */
const told = (values: readonly string[]) => JSON.stringify(values);

test("the signing text stays injective when text moves from one field to the next (SIG-AMPERSAND)", () => {
  const cuts = fc.array(fc.nat(40), { minLength: 6, maxLength: 6 });
  const divide = (text: string, places: readonly number[]) => {
    const sorted = [
      0,
      ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
      text.length,
    ];
    return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
  };
  fc.assert(
    fc.property(seven, cuts, cuts, (values, first, second) => {
      const [a, b] = [divide(values.join(""), first), divide(values.join(""), second)];
      expect(signingText(asFields(a), key) === signingText(asFields(b), key)).toBe(told(a) === told(b));
    }),
    { numRuns: 500 },
  );
});
