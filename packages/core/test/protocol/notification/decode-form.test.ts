import { describe, expect, test } from "vitest";
import { decodeForm, readParsedFields } from "../../../src/protocol/notification/decode-form.ts";
import { refusalCodeOf } from "./example-notifications.ts";

const decode = (text: string | Uint8Array) => [
  ...decodeForm(typeof text === "string" ? Buffer.from(text, "utf8") : text),
];

test.each<[string, [string, string][]]>([
  [
    "a=1&b=2",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  ["a=", [["a", ""]]],
  ["a", [["a", ""]]],
  ["a=1=2", [["a", "1=2"]]],
  ["=1", [["", "1"]]],
  [
    "&a=1&&b=2&",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  ["a=1;b=2", [["a", "1;b=2"]]],
  ["a=x+y", [["a", "x y"]]],
  ["a=x%2By", [["a", "x+y"]]],
  ["a=x%20y", [["a", "x y"]]],
  ["a=%2520", [["a", "%20"]]],
  ["a=%26%3D", [["a", "&="]]],
  ["%61=%62", [["a", "b"]]],
  ["a+b=1", [["a b", "1"]]],
  ["a=%", [["a", "%"]]],
  [
    "a=100%&b=1",
    [
      ["a", "100%"],
      ["b", "1"],
    ],
  ],
  ["a=%4", [["a", "%4"]]],
  ["a=%zz", [["a", "%zz"]]],
  ["a=%%41", [["a", "%A"]]],
  ["a=%u4E2D", [["a", "%u4E2D"]]],
  ["a=%C3%A9%c3%a9", [["a", "éé"]]],
  ["a=%F0%9F%98%80", [["a", "😀"]]],
  ["a=é中😀", [["a", "é中😀"]]],
  ["a=é%20%", [["a", "é %"]]],
  ["a=http://127.0.0.1:3000/x", [["a", "http://127.0.0.1:3000/x"]]],
  ["a=%EF%BB%BFx", [["a", "\uFEFFx"]]],
  ["a=%0D%0A", [["a", "\r\n"]]],
  ["\uFEFFa=1", [["a", "1"]]],
  ["\uFEFF\uFEFFa=1", [["\uFEFFa", "1"]]],
])("%j is decoded (NOT-ENCODING)", (body, fields) => {
  expect(decode(body)).toEqual(fields);
});

test.each<[string, string | Uint8Array]>([
  ["a cut sequence", "a=%C3"],
  ["a wrong continuation", "a=%C3%28"],
  ["an overlong sequence", "a=%C0%AF"],
  ["half a surrogate pair", "a=%ED%A0%80"],
  ["beyond Unicode", "a=%F5%80%80%80"],
  ["GBK bytes", Buffer.from([0x61, 0x3d, 0xd6, 0xd0])],
  ["GBK in a name", "%D6%D0=1"],
  ["Latin-1 bytes", Buffer.from([0x61, 0x3d, 0xe9])],
])("%s is not UTF-8 and is refused (NOT-ENCODING)", (_, body) => {
  expect(refusalCodeOf(() => decode(body))).toBe("malformed");
});

describe("a repeated field is refused (NOT-ENCODING)", () => {
  test.each([
    "a=1&a=2",
    "a=1&a=1",
    "a&a",
    "a=1&b=2&a=",
    "a=1&%61=2",
    "a+b=1&a%20b=2",
    "__proto__=1&__proto__=2",
  ])("%s", (body) => {
    expect(refusalCodeOf(() => decode(body))).toBe("malformed");
  });
  test.each<[string, unknown]>([
    ["a list of two", ["1", "2"]],
    ["a list of one", ["1"]],
    ["an empty list", []],
  ])("parsed as %s", (_, value) => {
    expect(refusalCodeOf(() => readParsedFields({ amount: "1.00", currency: value }))).toBe("malformed");
  });
});

test.each(["a[]=1", "a[b]=1", "a[b][c]=1", "a%5Bb%5D=1", "a]=1", "[=1"])(
  "the bracketed name in %s is refused (NOT-ENCODING)",
  (body) => {
    expect(refusalCodeOf(() => decode(body))).toBe("malformed");
    const [name = ""] = decodeURIComponent(body).split("=");
    expect(refusalCodeOf(() => readParsedFields({ [name]: "1" }))).toBe("malformed");
  },
);

test.each<[string, unknown]>([
  ["an object", { b: "1" }],
  ["a number", 1],
  ["a boolean", true],
  ["null", null],
  ["undefined", undefined],
])("a parsed field that is %s is not text and is refused (NOT-ENCODING)", (_, value) => {
  expect(refusalCodeOf(() => readParsedFields({ a: value }))).toBe("malformed");
});

test.each<[string, () => unknown]>([
  ["a NUL", () => decode("a=%00")],
  ["a NUL in a name", () => decode("a%00=1")],
  ["a parsed NUL", () => readParsedFields({ a: "1\u0000" })],
  ["a parsed half of a surrogate pair", () => readParsedFields({ a: "\uD800" })],
])("%s is refused, because some stores cannot store it", (_, read) => {
  expect(refusalCodeOf(read)).toBe("malformed");
});

describe("names with a meaning in JavaScript are ordinary fields", () => {
  const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
  const expected = names.map((name) => [name, "1"]);

  test("raw", () => {
    expect(decode(names.map((name) => `${name}=1`).join("&"))).toEqual(expected);
  });

  test("parsed", () => {
    const fields = JSON.parse(`{${names.map((name) => `"${name}":"1"`).join()}}`);
    expect([...readParsedFields(fields)]).toEqual(expected);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("an inherited property is not a field", () => {
    expect([...readParsedFields(Object.assign(Object.create({ amount: "1.00" }), { a: "1" }))]).toEqual([
      ["a", "1"],
    ]);
  });
});

test.each([
  [100, "taken"],
  [101, "malformed"],
])("%i fields are %s", (count, word) => {
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  expect(refusalCodeOf(() => decode(names.map((name) => `${name}=1`).join("&")))).toBe(word);
  expect(refusalCodeOf(() => readParsedFields(Object.fromEntries(names.map((name) => [name, "1"]))))).toBe(
    word,
  );
});

test.each([
  [100, "taken"],
  [101, "malformed"],
])("a name of %i characters is %s", (length, word) => {
  expect(refusalCodeOf(() => decode(`${"n".repeat(length)}=1`))).toBe(word);
});
