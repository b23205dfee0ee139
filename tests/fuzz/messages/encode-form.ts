import type { Field } from "../oracle/notification-sign.ts";
import type { Random } from "../random.ts";

type Style = (text: string) => string;

const styles: readonly Style[] = [
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  // Old servers encode only what would break the form.
  (text) => text.replace(/[&=+%#[\]\s]/g, (character) => encodeURIComponent(character)),
  // Every byte is escaped, in lower case.
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  // Escaped twice.
  (text) => encodeURIComponent(encodeURIComponent(text)),
  // Not escaped at all.
  (text) => text,
];

const plainStyle = styles[0] as Style;

export function encodeForm(fields: readonly Field[], style: Style = plainStyle): Buffer {
  const wellFormed = (text: string) => text.toWellFormed();
  return Buffer.from(
    fields.map(([name, value]) => `${style(wellFormed(name))}=${style(wellFormed(value))}`).join("&"),
  );
}

export function encodeOddly(fields: readonly Field[], random: Random): Buffer {
  const body = encodeForm(fields, random.pick(styles));
  return random.chance(0.2) ? random.pick(charsets)(body) : body;
}

const charsets: readonly ((body: Buffer) => Buffer)[] = [
  (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
  (body) => Buffer.from(body.toString("utf8"), "utf16le"),
  (body) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body.toString("utf8"), "utf16le")]),
  (body) => Buffer.concat([body, Buffer.from([0xc3])]),
  (body) => Buffer.concat([body, Buffer.from("%ff%fe=1")]),
  (body) => Buffer.concat([body, Buffer.from("&attach2=%C0%80")]),
  (body) => Buffer.concat([body, Buffer.from("&x=%ED%A0%80")]),
  (body) => Buffer.from(body.toString("utf8"), "latin1"),
];

/** Flips, drops, repeats and inserts bytes. */
export function mutateBytes(body: Buffer, random: Random): Buffer {
  const at = random.int(body.length + 1);
  const [before, after] = [body.subarray(0, at), body.subarray(at)];
  switch (random.int(7)) {
    case 0:
      return Buffer.concat([before, random.bytes(1), after]);
    case 1:
      return Buffer.concat([before, after.subarray(1)]);
    case 2:
      return Buffer.concat([before, random.bytes(1), after.subarray(1)]);
    case 3:
      return Buffer.from(before);
    case 4:
      return Buffer.concat([body, Buffer.from("&"), body.subarray(at)]);
    case 5:
      return Buffer.concat([
        before,
        Buffer.from(random.pick(["%", "%%", "%zz", "&", "&&", "=", ";", "+", "\0", "%00", "?"])),
        after,
      ]);
    default:
      return Buffer.concat([before, after.subarray(random.int(40))]);
  }
}

/** Bytes of filler. */
const hugeSizes = [32_769, 40_000, 70_000, 250_000, 1_000_000];

/** Larger than 32 kB, by one field or by many. */
export function makeHuge(body: Buffer, random: Random): Buffer {
  const size = random.pick(hugeSizes);
  const filler = random.chance(0.5) ? `&filler=${"x".repeat(size)}` : "&a=1".repeat(size / 4);
  return Buffer.concat([body, Buffer.from(filler)]);
}

export const contentTypes: readonly (string | undefined)[] = [
  undefined,
  "",
  "application/x-www-form-urlencoded; charset=utf-8",
  "APPLICATION/X-WWW-FORM-URLENCODED;CHARSET=UTF-8",
  'application/x-www-form-urlencoded; charset="utf-8"',
  "application/x-www-form-urlencoded; charset=iso-8859-1",
  "application/x-www-form-urlencoded; charset=utf-16le",
  "application/x-www-form-urlencoded;charset=gbk",
  "application/json",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded-not",
  "application/xml",
  "application/json; charset=euc-kr",
  "application/x-www-form-urlencoded; charset=shift_jis",
  "text/plain; charset=nonsense",
  "x",
];
