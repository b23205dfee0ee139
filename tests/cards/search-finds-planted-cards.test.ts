import {
  canaryMerchantKeys,
  findCardAndKeyTraces,
  searchSelfTestCard,
  serializeForSearch,
  successCard,
} from "@pay-index/conformance/card-canary";
import { describe, expect, test } from "vitest";

const { number, cvv } = searchSelfTestCard;
const groups = number.match(/.{4}/g) ?? [];

const planted: Record<string, () => unknown> = {
  raw: () => number,
  spaced: () => groups.join(" "),
  dashed: () => groups.join("-"),
  "escaped for an address": () => `?n=${encodeURIComponent(groups.join(" "))}`,
  "as a form writes it": () => new URLSearchParams({ n: groups.join(" ") }).toString(),
  "escaped digit by digit": () => number.replace(/./g, (digit) => `%${Buffer.from(digit).toString("hex")}`),
  "in base 64": () => Buffer.from(`pay_cardno=${number}&x=1`).toString("base64"),
  "in base 64, one further": () => Buffer.from(`xpay_cardno=${number}&x=1`).toString("base64"),
  "in base 64, two further": () => Buffer.from(`xxpay_cardno=${number}&x=1`).toString("base64"),
  "in base 64 for addresses": () => Buffer.from(`${number}`).toString("base64url"),
  "in hexadecimal": () => Buffer.from(number).toString("hex"),
  "the first seven": () => `${number.slice(0, 7)}…`,
  "seven in the middle": () => `x${number.slice(5, 12)}x`,
  "as bytes": () => Buffer.from(`n=${number}`),
  "deep in an object": () => ({ a: { b: { c: { d: { e: [{ f: number }] } } } } }),
  "in the message of an error": () => new Error(`no: ${number}`),
  "in the cause of a cause": () => new Error("a", { cause: new Error("b", { cause: new Error(number) }) }),
  "in a hidden property": () => Object.defineProperty({}, "n", { value: number, enumerable: false }),
  "in a private place that a hook of inspect hides": () => ({
    [Symbol.for("nodejs.util.inspect.custom")]: () => "",
    n: number,
  }),
  "the security code in a form": () => `card_cvv=${cvv}`,
  "the security code in JSON": () => JSON.stringify({ card_cvv: cvv }),
};

describe("the search finds a card in", () => {
  test.each(Object.entries(planted))("%s", (_, plant) => {
    expect(findCardAndKeyTraces([searchSelfTestCard], serializeForSearch(plant()))).not.toEqual([]);
    expect(findCardAndKeyTraces([successCard], serializeForSearch(plant()))).toEqual([]);
  });
});

test("the search finds each key", () => {
  for (const key of canaryMerchantKeys) {
    expect(findCardAndKeyTraces([], serializeForSearch({ key }))).not.toEqual([]);
    expect(findCardAndKeyTraces([], Buffer.from(`key=${key}`).toString("base64"))).not.toEqual([]);
  }
});

test("the search finds nothing in a text without a card or a key", () => {
  expect(
    findCardAndKeyTraces(
      [searchSelfTestCard, successCard],
      serializeForSearch({ at: new Date(0), text: "10001", last: "4242" }),
    ),
  ).toEqual([]);
  expect(findCardAndKeyTraces([searchSelfTestCard], `token=7fa${number.slice(9)}e04`)).toEqual([]);
});
