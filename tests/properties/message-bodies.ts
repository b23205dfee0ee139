import fc from "fast-check";
import type { Field } from "./decode-body.ts";

const oddNames = ["__proto__", "toString", "a[b]", "amount]", "AMOUNT", "amount\0", "x".repeat(101), ""];
const oddValues = [
  ...["", "0", "null", "\0", "\r\n--x", "a=b&key=", '"}', "%C3%A9", "a b"],
  ...["é", "Ħ", "中文", "한국"],
];

const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("memberid", "orderid", "amount", "sign", "msg") },
  { weight: 1, arbitrary: fc.constantFrom(...oddNames) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const values = fc.oneof(
  fc.constantFrom("19.99", "T1", "20261122101112", ...oddValues),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const field = fc.tuple(names, values);
const fewFields = fc.uniqueArray(field, { maxLength: 8, selector: ([name]) => name });
const fields: fc.Arbitrary<Field[]> = fc.oneof(
  { weight: 6, arbitrary: fewFields },
  // A repeated name, and too many of them.
  { weight: 1, arbitrary: fc.array(field, { maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 98, max: 103 })
      .map((count) => Array.from({ length: count }, (_, at): Field => [`f${at}`, "1"])),
  },
);

type Encode = (text: string) => string;

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
const escapeEach = (text: string) => [...Buffer.from(text)].map((byte) => `%${hex(byte, 2)}`).join("");

const asForm = (encode: Encode) => (all: readonly Field[]) =>
  all.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");

const asJson = (write: Encode) => (all: readonly Field[]) =>
  `{${all.map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`).join(",")}}`;

const plainJson = asJson(JSON.stringify);

interface Parts {
  readonly boundary?: string;
  readonly line?: string;
  readonly end?: string;
  /** Behind the name of each part. */
  readonly more?: string;
}

function asMultipart({ boundary = "x", line = "\r\n", end = `--${boundary}--`, more = "" }: Parts = {}) {
  const head = `--${boundary}${line}Content-Disposition: form-data; name=`;
  const partOf = ([name, value]: Field) => `${head}"${name}"${more}${line}${line}${value}${line}`;
  return (all: readonly Field[]) => all.map(partOf).join("") + end;
}

/** The formats of NOT-ENCODING as honest senders write them, and near misses. */
const formats: readonly ((all: readonly Field[]) => string)[] = [
  asForm(encodeURIComponent),
  asForm((text) => encodeURIComponent(text).replaceAll("%20", "+")),
  // Old servers encode only what would break the form.
  asForm((text) => text.replace(/[&=+%#[\]\s]/g, encodeURIComponent)),
  asForm(escapeEach),
  asForm((text) => text),
  plainJson,
  (all) => ` \n${plainJson(all)}\n`,
  (all) => JSON.stringify(plainJson(all)),
  asJson((text) => (/^(?:0|[1-9]\d{0,9})(?:\.\d{1,9})?$/.test(text) ? text : JSON.stringify(text))),
  asJson((text) => (text === "" ? "null" : JSON.stringify(text))),
  asJson((text) => JSON.stringify(text).replace(/[a-zĦ]/g, (letter) => `\\u${hex(letter.charCodeAt(0), 4)}`)),
  (all) => plainJson(all).replace("}", ',"nested":{"amount":"1"}}'),
  (all) => `[${plainJson(all)}]`,
  asMultipart(),
  asMultipart({ end: "" }),
  asMultipart({ line: "\n" }),
  asMultipart({ boundary: "----WebKitFormBoundary7MA4YWxkTrZu0gW" }),
  asMultipart({ boundary: "a b" }),
  asMultipart({ more: '; filename="a.txt"' }),
  asMultipart({ more: "\r\nContent-Type: multipart/mixed; boundary=y" }),
];

/** Texts of other charsets, as their bytes. */
const charsetBytes = [
  "\xD6\xD0\xCE\xC4",
  "\x93\xFA\x96\x7B",
  "\xC7\xD1\xB1\xB9",
  "gr\xF6\xDFe",
  "\x95\\",
  "\xC0\x80",
];

type Change = (body: Buffer, at: number) => Buffer;

const insert =
  (bytes: Buffer): Change =>
  (body, at) =>
    Buffer.concat([body.subarray(0, at), bytes, body.subarray(at)]);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 2 }).map((bytes) => insert(Buffer.from(bytes))),
  fc
    .constantFrom(...charsetBytes, ...'% %% %zz & && = ; + %00 ? " \\ } --x %D6%D0 \\u0126'.split(" "))
    .map((text) => insert(Buffer.from(text, "latin1"))),
  fc.nat(40).map(
    (length): Change =>
      (body, at) =>
        Buffer.concat([body.subarray(0, at), body.subarray(at + length)]),
  ),
  fc.constant<Change>((body, at) => body.subarray(0, at)),
  // A byte order mark.
  fc.constant<Change>((body) => Buffer.concat([Buffer.from("\uFEFF"), body])),
  fc.constant<Change>((body) => Buffer.from(body.toString("utf8"), "utf16le")),
  fc.constant<Change>((body) => Buffer.from(body.toString("utf8"), "latin1")),
);

const changes = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: fc.array(fc.tuple(change, fc.nat()), { maxLength: 3 }) },
);

/** Bodies up to the limit that begin as a message of a gateway, in any format and charset, and end anywhere. */
export const messageBodies: fc.Arbitrary<Buffer> = fc
  .tuple(fields, fc.constantFrom(...formats), changes)
  .map(([all, format, each]) => {
    const body = Buffer.from(format(all));
    return each
      .reduce<Buffer>((changed, [apply, at]) => apply(changed, at % (changed.length + 1)), body)
      .subarray(0, 32_768);
  });

const formType = "application/x-www-form-urlencoded";

export const contentTypes = fc.constantFrom<string | undefined>(
  ...[undefined, "", formType, "application/json", "text/plain", "multipart/form-data; boundary=x"],
  ...[
    `${formType.toUpperCase()};CHARSET=UTF-8`,
    `${formType}; charset="utf-8"`,
    `${formType}; charset=iso-8859-1`,
  ],
  ...[`${formType}; charset=utf-16le`, `${formType};charset=gbk`, `${formType}; charset=shift_jis`],
  ...["application/json; charset=euc-kr", "text/plain; charset=nonsense", "x"],
);

/** Bodies below the limit that would take long, if an expression looked at them again from each place. */
export const slowBodies: Readonly<Record<string, string>> = {
  "lists in lists": `${"[".repeat(20_000)}{}`,
  "objects in objects": '{"a":'.repeat(5000),
  "a text of backslashes": `{"a":"${"\\".repeat(30_000)}`,
  "a text without an end": `{"a":"${"x".repeat(30_000)}`,
  blanks: `{${" ".repeat(30_000)}`,
  "blanks and no format": " ".repeat(32_000),
  "parts without a head": "--x\r\n".repeat(5000),
  "parts with one name": asMultipart()([["a", "1"]]).repeat(300),
  "many parts": asMultipart()(Array.from({ length: 10_000 }, (_, at): Field => [`f${at}`, ""])).slice(
    0,
    32_768,
  ),
  "a head of semicolons": `--x\r\nContent-Disposition: form-data${"; ".repeat(15_000)}`,
  "escapes of no character": `a=${"%ff".repeat(10_000)}`,
};
