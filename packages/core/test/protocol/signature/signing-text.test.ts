import { expect, test } from "vitest";
import { type FormField, md5Digest, signingText } from "../../../src/protocol/signature/request-sign.ts";
import { Secret } from "../../../src/secret.ts";

const key = new Secret("k");

test("the pairs are sorted by name, and the key is always last (SIG-ORDER, SIG-KEY)", () => {
  const fields: FormField[] = [
    ["zebra", "1"],
    ["apple", "2"],
    ["key0", "3"],
    ["keep", "4"],
  ];
  expect(signingText(fields, key)).toBe("apple=2&keep=4&key0=3&zebra=1&key=k");
});

test("names are sorted by their bytes, not by a language or by UTF-16 units (SIG-ORDER)", () => {
  const fields: FormField[] = [
    ["😀", "4"],
    ["～", "3"],
    ["alpha", "1"],
    ["Zeta", "2"],
  ];
  expect(signingText(fields, key)).toBe("Zeta=2&alpha=1&～=3&😀=4&key=k");
  // printf '%s' 'Zeta=2&alpha=1&～=3&😀=4&key=k' | md5sum | tr a-f A-F
  expect(md5Digest(signingText(fields, key))).toBe("F6E1DAECDE3C20B0EAA3857064FC4A86");
});

test("names outside ASCII are sorted by their bytes as well (SIG-ORDER)", () => {
  const fields: FormField[] = [
    ["😀", "2"],
    ["～", "1"],
  ];
  expect(signingText(fields, key)).toBe("～=1&😀=2&key=k");
});

test("empty values are omitted, zero and blanks are not (SIG-EMPTY)", () => {
  expect(
    signingText(
      [
        ["a", ""],
        ["b", "0"],
        ["c", " "],
        ["d", "0.00"],
      ],
      key,
    ),
  ).toBe("b=0&c= &d=0.00&key=k");
});

test("nothing is escaped (SIG-ORDER)", () => {
  expect(signingText([["url", "https://a.example/b c?d=%20+é"]], key)).toBe(
    "url=https://a.example/b c?d=%20+é&key=k",
  );
});
