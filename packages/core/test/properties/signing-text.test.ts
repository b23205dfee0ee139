import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type FormField,
  signedRequestFields,
  signingText,
  signRequest,
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

test("the signing text contains all signed fields and nothing else (SIG-FIELDS, SIG-EMPTY, SIG-KEY)", () => {
  fc.assert(
    fc.property(seven, (values) => {
      const pairs = signingText(asFields(values), key).split("&");
      expect(pairs.pop()).toBe("key=k");
      const read = new Map(pairs.map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]));
      expect(names.map((name) => read.get(name) ?? "")).toEqual(values);
      expect([...read.keys()]).toEqual([...read.keys()].sort());
    }),
  );
});

test("the order of fields and unsigned fields do not change the sign, and each signed value does (SIG-ORDER, B-37)", () => {
  const extra = fc.array(fc.tuple(fc.string(), fc.string()));
  fc.assert(
    fc.property(seven, extra, fc.tuple(fc.nat(6), value), (values, more, [index, changed]) => {
      const fields = asFields(values);
      const unsigned = more.filter(([name]) => !names.includes(name));
      const sign = signRequest(fields, key);
      expect(signRequest([...unsigned, ...fields.toReversed()], key)).toBe(sign);
      const other = asFields(values.with(index, changed));
      expect(signRequest(other, key) === sign).toBe(values[index] === changed);
    }),
  );
});
