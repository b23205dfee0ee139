import { describe, expect, test } from "vitest";
import { readParsedFields } from "../../../src/protocol/notification/decode-form.ts";
import { decodeNotificationBody, readMessage } from "../../../src/protocol/notification/notification-body.ts";
import { refusalCodeOf } from "./example-notifications.ts";

const raw = (text: string | Uint8Array, contentType?: string) =>
  ({ kind: "raw", bytes: typeof text === "string" ? Buffer.from(text, "utf8") : text, contentType }) as const;
const decode = (text: string | Uint8Array) => Object.fromEntries(decodeNotificationBody(raw(text)));

test.each<[string, Record<string, string>]>([
  ["=1", { "": "1" }],
  ["a=x+y", { a: "x y" }],
  ["a=x%2By", { a: "x+y" }],
  ["+", { " ": "" }],
  ["a=--x\r\n", { a: "--x\r\n" }],
  ["\uFEFFa=1", { a: "1" }],
  ["\uFEFF\uFEFFa=1", { "\uFEFFa": "1" }],
])("%j is decoded (NOT-ENCODING)", (body, fields) => {
  expect(decode(body)).toEqual(fields);
});

test.each<[string, ReturnType<typeof raw>, string]>([
  ["Shift JIS that is declared", raw("a=%93%FA", "text/plain; charset=Shift_JIS"), "日"],
  ["UTF-16 with its label", raw(Buffer.from("a=é", "utf16le"), "text/plain; charset=UTF-16LE"), "é"],
  ["UTF-16 with its label and a mark", raw(Buffer.from("\uFEFFa=é", "utf16le"), "a/b; charset=utf-16"), "é"],
  ["big-endian UTF-16", raw(Buffer.from("a=é", "utf16le").swap16(), "a/b; charset=utf-16be"), "é"],
  ["a declared charset that is unusual", raw("a=%D0", 'a/b; charset="KOI8-R"'), "п"],
])("%s is one of the readings (NOT-CHARSET)", (_, body, text) => {
  const readings = [...readMessage(body)].map(({ fields }) => fields.get("a"));
  expect(readings).toContain(text);
  expect(readings.length).toBeLessThanOrEqual(9);
});

test("a body in UTF-8 is read once in UTF-8, and has no bytes of its own (NOT-CHARSET)", () => {
  const readings = readMessage(raw("a=é"));
  expect(readings[0]).toEqual({ fields: new Map([["a", "é"]]) });
  expect(readings.filter(({ fields }) => fields.get("a") === "é")).toHaveLength(1);
});

test("a body of ASCII has one reading (NOT-CHARSET)", () => {
  expect([...readMessage(raw("a=1&b=%41+x", "text/plain; charset=gbk"))]).toHaveLength(1);
});

test("a character of a JSON escape that is no byte is never cut to one: it could be & (NOT-CHARSET, NSIG-AMBIGUOUS)", () => {
  const body = (text: string) => raw(Buffer.from(`{"a":"\xD6\xD0${text}","b":"1"}`, "latin1"));
  expect([...readMessage(body(String.raw`\u0126b\u013dc`))].filter(({ bytes }) => bytes)).toEqual([]);
  expect([...readMessage(body(String.raw`\u00e9`))][0]?.bytes).toEqual(
    new Map(Object.entries({ a: "\xD6\xD0\xE9", b: "1" })),
  );
});

describe("a JSON object is read like a form (NOT-ENCODING)", () => {
  test.each<[string, Record<string, string>]>([
    [' {"a" : 1.80 , "b": null}\n', { a: "1.80", b: "" }],
    ['"{\\"a\\":\\"1\\"}"', { a: "1" }],
    ['" {\\"a\\":\\"1\\"}"', { a: "1" }],
    ['{"__proto__":"1","\\u0062":"\\u4e2d"}', { ["__proto__"]: "1", b: "中" }],
  ])("%s", (body, fields) => {
    expect(decode(body)).toEqual(fields);
    expect(Object.fromEntries(readParsedFields({ [body.trim()]: "" }))).toEqual(
      body.startsWith('"') ? { [body]: "" } : fields,
    );
  });

  test.each([
    ...['{"a":{"b":"1"}}', '{"a":["1"]}', '{"a":true}', '{"a":"1","a":"2"}', '{"a":"1","\\u0061":"2"}'],
    ...['{"a":"\\x"}', '{"a":"1"', '{"a":"1"}x', "{}", '"a"', '{"a":"1",}'],
    '"x\\"a\\":\\"1\\"}"',
  ])("%s is refused", (body) => {
    expect(refusalCodeOf(() => decode(body))).toBe("malformed");
  });
});

describe("multipart is read like a form (NOT-ENCODING)", () => {
  const part = (name: string, value: string, more = "") =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

  test.each(["multipart/form-data; boundary=x", "multipart/form-data", "application/json", undefined])(
    "with the content type %s",
    (contentType) => {
      const body = `${part("a", "1 &=\r\n2")}${part("b", "中")}--x--\r\n`;
      const fields = Object.fromEntries(decodeNotificationBody(raw(body, contentType)));
      expect(fields).toEqual({ a: "1 &=\r\n2", b: "中" });
    },
  );

  test.each([
    ["a blank line before it", `\r\n ${part("a", "1")}--x--`],
    ["a long boundary", `${part("a", "1")}--x--`.replaceAll("--x", "--boundary-1")],
    ["bare line feeds", `${part("a", "1")}--x--`.replaceAll("\r", "")],
    ["a header of another name", `${part("a", "1", "\r\nX-Content-Type: multipart/mixed")}--x--`],
  ])("with %s it is read", (_, body) => {
    expect(decode(body)).toEqual({ a: "1" });
  });

  test.each([
    ["a file", part("a", "1", '; filename="a.txt"')],
    ["a file with an encoded name", part("a", "1", ";filename*=UTF-8''a.txt")],
    ["no empty line after its head", '--x\r\nContent-Disposition: form-data; name="a"\r\n1\r\n'],
    ["nested parts without a blank", part("a", "1", "\r\nContent-Type:multipart/mixed")],
    [
      "nested parts",
      '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y--\r\n',
    ],
    ["10,000 parts", Array.from({ length: 500 }, (_, n) => part(`f${n}`, "")).join("")],
  ])("with %s it is refused", (_, body) => {
    expect(refusalCodeOf(() => decode(`${body}--x--\r\n`))).toBe("malformed");
  });
});

test.each([
  ["memberid=1&orderid=2&orderid=3&amount=4", { memberid: "1", orderid: "2" }],
  ['{"memberid":"1","orderid":"2","x":{}}', { memberid: "1", orderid: "2" }],
  ['{"memberid":"1","orderid":"2","x"', { memberid: "1", orderid: "2" }],
  ["msg=é&msg=é", { msg: "é" }],
])("the refusal of %s has the fields that were read, as evidence (NSIG-MISSING)", (body, fields) => {
  let refusal: unknown;
  try {
    decode(body);
  } catch (error) {
    refusal = error;
  }
  const readable = new Map(Object.entries(fields));
  expect(refusal).toMatchObject({ name: "NotificationRefusal", code: "malformed", readable });
});

test.each<[string, Record<string, unknown>, Record<string, string>]>([
  ["numbers and null", { a: 1, b: null }, { a: "1", b: "" }],
  ["JSON with = that a form parser split", { '{"a":"1': '2"}' }, { a: "1=2" }],
  ["several fields, the first with an odd name", { "{a}": "", b: "2" }, { "{a}": "", b: "2" }],
])("a body parser's %s are read (NOT-ENCODING)", (_, body, fields) => {
  expect(Object.fromEntries(readParsedFields(body))).toEqual(fields);
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
  ["a boolean", true],
  ["undefined", undefined],
  ["a list of two", ["1", "2"]],
  ["a list of one", ["1"]],
  ["an empty list", []],
])("a parsed field that is %s is not text and is refused (NOT-ENCODING)", (_, value) => {
  expect(refusalCodeOf(() => readParsedFields({ amount: "1.00", a: value }))).toBe("malformed");
});

test.each<[string, () => unknown]>([
  ["a NUL", () => decode("a=%00")],
  ["a NUL in a name", () => decode("a%00=1")],
  ["a NUL with an unknown charset", () => decodeNotificationBody(raw("a=\0", "a/b; charset=nonsense"))],
  ["a parsed NUL", () => readParsedFields({ a: "1\u0000" })],
  ["a parsed half of a surrogate pair", () => readParsedFields({ a: "\uD800" })],
])("%s is refused, because some stores cannot store it", (_, read) => {
  expect(refusalCodeOf(read)).toBe("malformed");
});

test("an inherited property is not a field", () => {
  const fields = Object.assign(Object.create({ amount: "1.00" }), { a: "1" });
  expect([...readParsedFields(fields).keys()]).toEqual(["a"]);
});

test.each([
  [100, "taken"],
  [101, "malformed"],
])("%i fields, and a name of as many characters, are %s", (count, word) => {
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  expect(refusalCodeOf(() => decode(names.map((name) => `${name}=1`).join("&")))).toBe(word);
  const fields = Object.fromEntries(names.map((name) => [name, "1"]));
  expect(refusalCodeOf(() => readParsedFields(fields))).toBe(word);
  expect(refusalCodeOf(() => decode(`${"n".repeat(count)}=1`))).toBe(word);
});
