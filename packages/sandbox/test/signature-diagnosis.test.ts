import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { merchants } from "../src/merchants.ts";
import { diagnoseSignature } from "../src/signature-diagnosis/diagnose-signature.ts";
import { findDifference } from "../src/signature-diagnosis/text-difference.ts";
import { merchantByVariant, saleOf, signSale } from "./fixtures/sale.ts";

const hosted = merchants.find(({ variant }) => variant === "hosted")!;
const sale = saleOf("hosted", { pay_orderid: "WRONG-1" });
const names = "amount applydate bankcode callbackurl memberid notifyurl orderid"
  .split(" ")
  .map((name) => `pay_${name}`);
const pairs = (list: readonly string[], fields = sale) =>
  list.map((name) => `${name}=${fields[name] ?? ""}`).join("&");
const md5 = (text: string) => createHash("md5").update(text).digest("hex").toUpperCase();

function diagnosed(signature: string, fields = sale) {
  return diagnoseSignature(new Map(Object.entries({ ...fields, pay_md5sign: signature })), hosted);
}

const key = `&key=${hosted.key}`;
const sorted = pairs(names);
const asInTable = "memberid orderid applydate bankcode notifyurl callbackurl amount".split(" ");
const changed = (field: string, value: string) => md5(pairs(names, { ...sale, [field]: value }) + key);
const encoded = names.map((name) => `${name}=${encodeURIComponent(sale[name]!)}`).join("&");
const sha256 = createHash("sha256").update(sorted + key);
const otherKeys = { card: `&key=${merchantByVariant.card.key}`, link: `&key=${merchantByVariant.link.key}` };
const twoMistakes = md5(pairs([...names].reverse()) + otherKeys.link).toLowerCase();

const wrong: readonly (readonly [what: string, signature: string, rules: readonly string[], says: RegExp])[] =
  [
    ["lower case", md5(sorted + key).toLowerCase(), ["SIG-DIGEST"], /lower-case/],
    ["documentation order", md5(pairs(asInTable.map((name) => `pay_${name}`)) + key), ["SIG-ORDER"], /order/],
    ["another merchant's key", md5(sorted + otherKeys.card), ["SIG-KEY"], /merchant 10001 \(card\)/],
    ["a line break behind the key", md5(`${sorted}${key}\n`), ["SIG-KEY"], /line break/],
    ["no key", md5(sorted), ["SIG-KEY"], /missing/],
    ["key without its name", md5(sorted + hosted.key), ["SIG-KEY"], /without “&key=”/],
    ["every field", md5(pairs(Object.keys(sale).sort()) + key), ["SIG-FIELDS"], /Every field/],
    [
      "an amount of another look",
      changed("pay_amount", "42.5"),
      ["SIG-FIELDS"],
      /as “42.5” and sent as “42.50”/,
    ],
    [
      "another zone",
      changed("pay_applydate", "2026-11-20 18:00:00"),
      ["SIG-FIELDS"],
      /as “2026-11-20 18:00:00”/,
    ],
    ["encoded values", md5(encoded + key), ["SIG-ORDER"], /percent-encoded/],
    ["another digest", sha256.digest("hex").toUpperCase(), ["SIG-DIGEST"], /SHA-256/],
    [
      "two mistakes",
      twoMistakes,
      ["SIG-ORDER", "SIG-KEY", "SIG-DIGEST"],
      /wrong way round.*10003.*lower-case/,
    ],
  ];

it.each(wrong)("detects %s (SIG-DIGEST)", (...[, signature, rules, says]) => {
  const { explained, expected } = diagnosed(signature);
  expect(explained?.mistakes.map(({ rule }) => rule)).toEqual(rules);
  expect(explained?.mistakes.map((mistake) => mistake.says).join(" ")).toMatch(says);
  expect(expected.sign).toBe(signSale(sale, hosted.key).pay_md5sign);
  expect(JSON.stringify([explained, expected.text])).not.toMatch(/sandbox-\w+-key/i);
});

it("displays the gateway's text with its key masked, and reports an unknown mistake", () => {
  const { explained, expected, received } = diagnosed(md5("something else"));
  expect(explained).toBeUndefined();
  expect(expected.text).toBe(`${pairs(names)}&key=***`);
  expect(received).toBe(md5("something else"));
  expect(diagnosed("").explained).toBeUndefined();
});

it("marks where two texts differ and where they are the same again, by whole characters", () => {
  expect(findDifference("a=1&b=20&key=***", "a=1&b=2000&key=***")).toEqual({
    at: 9,
    field: "b",
    gateway: { before: "a=1&b=20", differs: "", after: "&key=***" },
    shop: { before: "a=1&b=20", differs: "00", after: "&key=***" },
  });
  expect(findDifference("n=日本😀x", "n=日本😁x")).toMatchObject({
    at: 5,
    field: "n",
    gateway: { differs: "😀", after: "x" },
  });
  expect(findDifference("a=1", "a=1&b=2")).toMatchObject({ at: 4, field: "", shop: { differs: "&b=2" } });
  expect(findDifference("same", "same")).toBeUndefined();
});
