import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventLogLine } from "../../src/events/event-log.ts";
import { maskText, showControlCharacters } from "../../src/mask/mask-text.ts";

const digitsOf = (text: string) => text.replace(/\P{Nd}/gu, "");

test.each([
  // The properties below try the other separators.
  ["card 4111x1111x1111x1111 declined", "card [digits] declined"],
  ["４１１１１１１１１１１１１１１１, 4111%201111%201111", "[digits]"],
  ['4111", "1111", "1111", "1111', "[digits]"],
  ["0 attempts of 123456789012: 0 agree", "0 attempts of [digits]: 0 agree"],
  ["redis://4111111111111111:5432/shop", "redis://[digits]:5432/shop"],
  ["redis://127.0.0.1:54321/4111111111111111", "redis://127.0.0.1:54321/[digits]"],
  ["at 2026-11-22 16:27:50, 4111 1111 1111 1111, 3", "at 2026-11-22 16:27:50, [digits]"],
  ["4111111111111111, 4111111111111111; 7", "[digits]; 7"],
  ["4111111111111111:123456", "[digits]"],
  ["4111:1111:1111:1111: 7", "[digits]"],
])("keeps what is around the number in %s", (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

test.each([
  ["no customer ada@example.com here", "no customer [e-mail] here"],
  ["'o'brien@example.com' is taken", "'[e-mail]' is taken"],
  ["user zoë@exämple.de", "user [e-mail]"],
  ['"ada lovelace"@example.com', "[e-mail]"],
  ["/reset?mail=ada%40example.com&x=1", "/reset?mail=[e-mail]&x=1"],
  ["Key (email)=(ada@example.com) exists", "Key (email)=([e-mail]) exists"],
])("masks the e-mail addresses in %s", (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

test.each([
  ["postgres://shop:s3cret@db:5432/shop", "postgres://[credentials]@db:5432/shop"],
  ["postgres://shop:p@ss@db/shop", "postgres://[credentials]@db/shop"],
  ["postgres://shop:p@ss/w@rd@db/shop", "postgres://[credentials]@db/shop"],
  ["redis://:s3cret@127.0.0.1:6379", "redis://[credentials]@127.0.0.1:6379"],
  ["https://t0ken@git.example/x.git", "https://[credentials]@git.example/x.git"],
  ["https://shop.example:a@db,mysql://u:p@h/d", "https://[credentials]@db,mysql://[credentials]@h/d"],
  ["shop:s3cret@tcp(db:3306)/shop", "[credentials]@tcp(db:3306)/shop"],
])("masks the credentials in %s", (text, masked) => {
  expect(maskText(`failed: ${text}`)).toBe(`failed: ${masked}`);
});

test.each([
  ["Authorization: Bearer abc.def-123_456", "Authorization: Bearer [secret]"],
  ["Basic c2hvcDpzM2NyZXQ=", "Basic [secret]"],
  ["host=db password=s3cret user=shop", "host=db password=[secret] user=shop"],
  ['{"apiKey":"abc","token": "def"}', '{"apiKey":[secret],"token": [secret]}'],
  ["{ user: 'shop', password: 's3cret', ssl: true }", "{ user: 'shop', password: [secret], ssl: true }"],
  ["{ 'api_key': 'a b' }", "{ 'api_key': [secret] }"],
  ["password: s3cret\tssl: true", "password: [secret]\tssl: true"],
  ["x-api-key: abcdefabcdef1234", "x-api-key: [secret]"],
  ["key sk_live_abcdefgh1234 is revoked", "key [secret] is revoked"],
  ["jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def", "jwt [secret]"],
])("masks the secrets in %s", (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

test.each([
  "order 10042 of 19.99 EUR cannot be placed",
  "1,234,567.89 JPY is due, 1,234,567 was paid",
  "attempt 7Z0A1B2C3D4E5F6G7H8J",
  "cart_01K9ABCDEFGH1234567890JKMN is gone",
  "order 3f0c2a8e-5b1d-4c7e-9a60-1f2e3d4c5b6a",
  "due at 2026-11-22T16:27:50.123456789Z",
  "due at 2026-11-22T16:27:50.123+02:00, not earlier",
  "order 1042 2026-11-22 16:27:50",
  "connect ECONNREFUSED 192.168.100.200:5432",
  'duplicate key value violates unique constraint "order_pkey" (23505)',
  "no module pg@8.16.3 in /srv/shop/node_modules/@pay-index/core",
  "basic authentication failed: the token has expired",
  "password: 12 characters or more",
  "invalid token: unexpected end of input",
  "see https://shop.example:8443/orders/1042?sort=date@asc",
  "at 10:20:30 the queue had 1,234 entries",
])("leaves %s readable", (text) => {
  expect(maskText(text)).toBe(text);
});

describe("with any text around the value", () => {
  const digit = fc.integer({ min: 0, max: 9 }).map(String);
  const separator = fc.constantFrom(..." -._/,|*+#:·\u00a0\u2009\u200b\u2011", "", " - ", "%20", "&#");
  const words = fc.string({ unit: fc.constantFrom(..."abc xyz@:/?=\"'[](){}<>-._\n"), maxLength: 40 });
  const lengths = { minLength: 11, maxLength: 30 };
  const isMasked = (number: string, { before, after }: { before: string; after: string }) =>
    digitsOf(maskText(`${before}${number}${after}`)).length < 12;

  test("no 12 digits survive under one kind of separator", () => {
    const first = fc.integer({ min: 3, max: 9 }).map(String);
    const rest = fc.array(fc.tuple(digit, fc.boolean()), lengths);
    const number = fc
      .tuple(first, rest, separator)
      .map(([begin, then, by]) =>
        then.reduce((text, [each, isApart]) => text + (isApart ? by : "") + each, begin),
      )
      .filter((text) => !/[0-2]\d:[0-5]\d/.test(text));
    fc.assert(
      fc.property(number, words, words, (text, before, after) => isMasked(text, { before, after })),
      { numRuns: 2000 },
    );
  });

  test("no 12 digits survive under mixed separators, unless they are a date, a time or an IP address", () => {
    const number = fc
      .array(fc.tuple(digit, separator), { minLength: 12, maxLength: 40 })
      .map((parts) => parts.flat().join(""))
      .filter((text) => !/\d{4}([-/.])\d\d\1\d\d|\d\d:\d\d|(\d{1,3}\.){3}/.test(text));
    fc.assert(
      fc.property(number, words, words, (text, before, after) => isMasked(text, { before, after })),
      { numRuns: 2000 },
    );
  });

  test("no e-mail address survives", () => {
    const plain = fc.emailAddress().filter((address) => /^[\w.+-]+@/.test(address));
    fc.assert(
      fc.property(plain, words, (address, before) => {
        expect(maskText(`${before} ${address}`)).not.toContain(address);
      }),
    );
  });

  test("masking twice changes nothing more", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(maskText(maskText(text))).toBe(maskText(text));
      }),
    );
  });
});

const units = [
  ...["1 ", "1-", "a@", "a@a.", "a%40", "a:a@", "://", "://a:", "x://a:b@c", 'password="', "password='\""],
  ...["Bearer ", "eyJ", "2026-11-22 ", "1.1.1.1.", "11:11:11.", "1111a"],
  ...["111111111111:1", "111111111111: "],
  ...["00000000-0000-", '"a', ..."a1@:/.%-_ \"'=,\u00a0"],
];
const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));
const seconds = (text: string) => {
  const begun = performance.now();
  maskText(text);
  return (performance.now() - begun) / 1000;
};

test.each(units)("one megabyte of %j takes linear time", (unit) => {
  // quadratic time would be hours
  expect(seconds(`${fill(unit, 1_000_000)}@`)).toBeLessThan(5);
});

test.each([
  ["an escape that clears the screen", "paid\u001b[2J", "paid\\u001b[2J"],
  ["the same as one character", "\u009b2J", "\\u009b2J"],
  ["a line end", "a\nThe sign matches.\r", "a\\u000aThe sign matches.\\u000d"],
  ["other line ends", "\u0085\u2028\u2029", "\\u0085\\u2028\\u2029"],
  ["NUL, bell and delete", "\0\u0007\u007f", "\\u0000\\u0007\\u007f"],
  ["marks of the direction", "\u202e\u2066\u200f\u061c", "\\u202e\\u2066\\u200f\\u061c"],
  ["text of any script", "سجل 茶 \u{1f1ea}\u{1f1fa} é", "سجل 茶 \u{1f1ea}\u{1f1fa} é"],
])("a line shows %s", (_, line, shown) => {
  expect(showControlCharacters(line)).toBe(shown);
});

test("the log line of an event shows control characters, and its fields stay JSON", () => {
  const about = { tenant: "default", reference: "order\u001b[2J\u009b\u202e7" };
  const error = { code: "error", message: "no\nroom" } as const;
  const line = eventLogLine({ event: "processing-postponed", ...about, error });
  expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(JSON.parse(line.replace("processing-postponed ", ""))).toEqual({ ...about, error });
});
