import type { Field } from "../oracle/notification-sign.ts";
import type { Random } from "../random.ts";
import { encodeForm } from "./encode-form.ts";

/** The ways in which an honest sender can wrap its fields (NOT-ENCODING). */
const honestWrappings: readonly ((fields: readonly Field[], random: Random) => string | Buffer)[] = [
  (fields) => encodeForm(fields),
  (fields) => asJson(fields),
  (fields) => ` \n${asJson(fields)}\n`,
  (fields) => JSON.stringify(asJson(fields)),
  // Numbers as they are written, and null for nothing.
  (fields) =>
    asJson(fields, (text) => (/^(?:0|[1-9]\d{0,9})(?:\.\d{1,9})?$/.test(text) ? text : JSON.stringify(text))),
  (fields) => asJson(fields, (text) => (text === "" ? "null" : JSON.stringify(text))),
  (fields) =>
    asJson(fields, (text) => JSON.stringify(text).replace(/[a-z]/g, (letter) => `\\u${hex(letter)}`)),
  (fields) => asMultipart(fields),
  (fields) => asMultipart(fields, { end: "" }),
  (fields) => asMultipart(fields, { line: "\n" }),
  (fields) => asMultipart(fields, { boundary: "----WebKitFormBoundary7MA4YWxkTrZu0gW" }),
];

const oddWrappings: readonly ((fields: readonly Field[], random: Random) => string | Buffer)[] = [
  (fields) => asJson(fields).replace("}", ',"nested":{"amount":"1"}}'),
  (fields) => asJson(fields).replace("{", '{"list":[1],'),
  (fields) => asJson(fields).replace("{", '{"yes":true,'),
  (fields) => asJson(fields).replace("{", '{"__proto__":{"amount":"1"},'),
  (fields) => asJson(fields).replace("{", '{"__proto__":"1",'),
  (fields, random) => asJson([...fields, random.pick(fields)]),
  (fields, random) => asJson([[random.pick(fields)[0], "1"], ...fields]),
  (fields) => asJson(fields).replace("}", ",}"),
  (fields) => asJson(fields).slice(0, -1),
  (fields) => `[${asJson(fields)}]`,
  (fields) => `${asJson(fields)}${asJson(fields)}`,
  (fields) => asJson(fields, (text) => (/^\d/.test(text) ? `0${text}` : JSON.stringify(text))),
  (fields) => asJson(fields).replace(/&/g, "\\u0126").replace(/=/g, "\\u013d"),
  (fields) => JSON.stringify(JSON.stringify(asJson(fields))),
  (fields) => "[".repeat(20_000) + asJson(fields),
  (fields) => '{"a":'.repeat(5000) + asJson(fields),
  () => `{"a":"${"\\".repeat(30_000)}`,
  () => `{${" ".repeat(30_000)}`,
  (fields) => asMultipart(fields, { more: '; filename="a.txt"' }),
  (fields) => asMultipart(fields, { more: "\r\nContent-Type: multipart/mixed; boundary=y" }),
  (fields) => asMultipart(fields).replace(/^--x/, "--"),
  (fields) => asMultipart(fields).replaceAll("--x", "x"),
  (fields) => asMultipart(fields).replaceAll("name=", "nam="),
  (fields) => asMultipart(fields, { boundary: "a b" }),
  (fields, random) => asMultipart([...fields, random.pick(fields)]),
  () => "--x\r\n".repeat(5000),
  () => asMultipart([["a", "1"]]).repeat(300),
  () => asMultipart(Array.from({ length: 10_000 }, (_, at): Field => [`f${at}`, ""])).slice(0, 32_768),
  () => `--x\r\nContent-Disposition: form-data${"; ".repeat(15_000)}`,
];

export function wrapHonestly(fields: readonly Field[], random: Random): Buffer {
  return Buffer.from(random.pick(honestWrappings)(wellFormed(fields), random));
}

export function wrapOddly(fields: readonly Field[], random: Random): Buffer {
  return Buffer.from(random.pick([...honestWrappings, ...oddWrappings])(wellFormed(fields), random));
}

const wellFormed = (fields: readonly Field[]) =>
  fields.map(([name, value]): Field => [name.toWellFormed(), value.toWellFormed()]);

const hex = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, "0");

function asJson(fields: readonly Field[], write: (text: string) => string = JSON.stringify): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`).join(",")}}`;
}

interface Parts {
  readonly boundary?: string;
  readonly line?: string;
  readonly end?: string;
  /** Behind the name of each part. */
  readonly more?: string;
}

function asMultipart(
  fields: readonly Field[],
  { boundary = "x", line = "\r\n", end = `--${boundary}--`, more = "" }: Parts = {},
): string {
  const parts = fields.map(
    ([name, value]) =>
      `--${boundary}${line}Content-Disposition: form-data; name="${name}"${more}${line}${line}${value}${line}`,
  );
  return parts.join("") + end;
}

/** Texts and their bytes, one character for each, in charsets of the countries of such gateways. */
const texts = [
  { text: "中文", bytes: "\xD6\xD0\xCE\xC4", charset: "gbk" },
  { text: "日本", bytes: "\x93\xFA\x96\x7B", charset: "shift_jis" },
  { text: "한국", bytes: "\xC7\xD1\xB1\xB9", charset: "euc-kr" },
  { text: "größe", bytes: "gr\xF6\xDFe", charset: "iso-8859-1" },
  { text: "größe", bytes: "gr\xC3\xB6\xC3\x9Fe", charset: "utf-8" },
] as const;

/** A text for people in one charset: as the text, and as the bytes that are sent. */
export interface EncodedText {
  readonly text: string;
  readonly bytes: string;
  readonly charset: string;
}

export const randomEncodedText = (random: Random): EncodedText => random.pick(texts);

const placeholder = "TEXT-IN-A-CHARSET";

/** Any wrapping of fields with this text, which is sent as bytes. In a form, they can be escaped. */
export function wrapInCharset(
  fields: readonly Field[],
  { text, bytes }: EncodedText,
  random: Random,
): Buffer {
  const held = fields.map(([name, value]): Field => [name, value === text ? placeholder : value]);
  const escaped = encodeForm(held).toString("latin1").replace(placeholder, escapeBytes(bytes));
  if (random.chance(0.4)) return Buffer.from(escaped, "latin1");
  const wrapped = random.pick([encodeForm(held).toString("latin1"), asJson(held), asMultipart(held)]);
  return Buffer.from(wrapped.replace(placeholder, bytes), "latin1");
}

const escapeBytes = (bytes: string) =>
  [...Buffer.from(bytes, "latin1")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
