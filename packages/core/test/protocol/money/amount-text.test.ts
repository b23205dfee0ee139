import { describe, expect, test } from "vitest";
import { isPayIndexError } from "../../../src/errors.ts";
import {
  fromAmountText,
  money,
  normalizeAmountText,
  toAmountText,
} from "../../../src/protocol/money/money.ts";
import { waysThatShow } from "../../fixtures/stringify-in-every-way.ts";
import { isAmount } from "./is-amount.ts";

const max = Number.MAX_SAFE_INTEGER;

/** Minor units, currency, the wire's text. The same in both directions. */
const texts: [number, string, string][] = [
  [1999, "USD", "19.99"],
  [1, "USD", "0.01"],
  [10, "USD", "0.10"],
  [100, "USD", "1.00"],
  [0, "USD", "0.00"],
  [500, "JPY", "500"],
  [1, "JPY", "1"],
  [0, "JPY", "0"],
  [1250, "KWD", "1.250"],
  [1, "KWD", "0.001"],
  [12345, "CLF", "1.2345"],
  [1, "UYW", "0.0001"],
  [5, "MGA", "0.05"],
  [5, "MRU", "0.05"],
  [max, "USD", "90071992547409.91"],
  [max, "JPY", "9007199254740991"],
  [max, "KWD", "9007199254740.991"],
  [max, "CLF", "900719925474.0991"],
];

test.each(texts)(
  "%i minor units of %s are %s on the wire, and are read from it (B-40, REQ-AMOUNT, MON-EXPONENT)",
  (minor, currency, text) => {
    expect(toAmountText(money(minor, currency))).toBe(text);
    expect(fromAmountText(text, currency)).toEqual({ minor, currency });
  },
);

const invalid = expect.objectContaining({ name: "PayIndexError", code: "money_invalid" });

test("toAmountText refuses what is not an amount of money", () => {
  const odd = [-1, 1.5, 0.1 + 0.2, 1e21, max + 1, Number.NaN, Number.POSITIVE_INFINITY, "1999", 1999n, null];
  for (const minor of odd) expect(() => toAmountText({ minor, currency: "USD" } as never)).toThrow(invalid);
  for (const currency of ["usd", "XXX", undefined])
    expect(() => toAmountText({ minor: 1999, currency } as never)).toThrow(invalid);
});

test.each([
  ["19.9", "USD", 1990],
  ["19.990", "USD", 1999],
  ["19.9900", "USD", 1999],
  ["100.0000", "USD", 10000],
  ["1000.00", "JPY", 1000],
  ["1", "KWD", 1000],
  ["007.50", "USD", 750],
  [`1.${"0".repeat(24)}`, "USD", 100],
])("%s %s is the same number with more zeros or without them (MON-COMPARE)", (text, currency, minor) => {
  expect(fromAmountText(text, currency).minor).toBe(minor);
});

const noAmounts = [
  ...["", " ", " 1.00", "1.00 ", "1.00\n", "1.00 USD", "9".repeat(25), "9".repeat(400)],
  ..."1,00 1.000,00 1,000.00 -1 +1 -0.00 1e3 1.0e2 0x10 .5 5. 1.005 1.001 1..0 1.0.0 NaN Infinity null".split(
    " ",
  ),
  ..."１.００ ١ $1.00 90071992547409.92".split(" "),
  ...[`1.${"0".repeat(25)}`, `${"0".repeat(24)}1.00`, `${"0".repeat(39)}1.${"0".repeat(24)}`.slice(0, 64)],
];

test("the error for an invalid amount text names the permitted number of decimals", () => {
  expect(() => fromAmountText("1,5", "KWD")).toThrow(
    "This is not decimal text with at most 3 decimals, as KWD has.",
  );
});

test.each([[undefined], [null], [1], [{ toString: () => "1.00" }], [Symbol("1.00")]])(
  "%s is not text, and the error is money_invalid",
  (value) => {
    expect(() => fromAmountText(value as never, "USD")).toThrow(invalid);
    expect(() => toAmountText(value as never)).toThrow(invalid);
  },
);

test.each(noAmounts)("%j is not an amount of dollars (MON-COMPARE)", (text) => {
  expect(() => fromAmountText(text, "USD")).toThrow(invalid);
  expect(isAmount(text, { minor: 100, currency: "USD" })).toBe(false);
});

test("an amount with more decimals than its currency is refused", () => {
  for (const [text, currency] of Object.entries({ "1.5": "JPY", "1.0001": "KWD", "1.00001": "CLF" }))
    expect(() => fromAmountText(text, currency)).toThrow(invalid);
});

test.each(["usd", "US", "", "XXX", "toString", "__proto__", undefined, null, 840])(
  "%j is not a currency",
  (currency) => {
    const message = "This is not a current ISO 4217 code in upper case.";
    expect(() => fromAmountText("1.00", currency as string)).toThrow(
      expect.objectContaining({ name: "PayIndexError", code: "money_invalid", message }),
    );
  },
);

test("an error of money quotes neither text nor currency (B-50)", () => {
  const number = "4242424242424242";
  const error = (text: string, currency: string) => {
    try {
      return fromAmountText(text, currency);
    } catch (thrown) {
      return thrown;
    }
  };
  for (const thrown of [error(number, number), error(`${number}x`, "USD")]) {
    expect(isPayIndexError(thrown, "money_invalid")).toBe(true);
    expect(waysThatShow(thrown, (text) => text.includes("4242424"))).toEqual([]);
  }
});

describe("isAmount compares a received amount with the charged amount (MON-COMPARE, B-40b)", () => {
  const asked = money(100, "USD");
  test.each(["1", "1.0", "1.00", "1.0000", "01.00"])("%s is 1.00", (text) => {
    expect(isAmount(text, asked)).toBe(true);
  });
  test.each(["0.99", "1.01", "100", "10.00", "1.001", "0"])("%s is not 1.00", (text) => {
    expect(isAmount(text, asked)).toBe(false);
  });
  test("the largest amounts are compared exactly", () => {
    expect(isAmount("90071992547409.91", money(max, "USD"))).toBe(true);
    expect(isAmount("90071992547409.90", money(max, "USD"))).toBe(false);
    expect(isAmount("9007199254740993", money(max - 1, "JPY"))).toBe(false);
  });
  test.each([undefined, null, {}, []])("%j is not an amount, and throws no error", (text) => {
    expect(isAmount(text as never, asked)).toBe(false);
  });
});

test.each([
  ["1", ["1", "1.0", "1.00"]],
  ["1.5", ["1.50", "1.5000"]],
  ["0", ["0", "000", "0.00"]],
  ["10.1", ["010.10"]],
  ["100", ["100"]],
  ["1.005", ["1.005"]],
])("the canonical form %s of an amount (NOT-REPEAT): %j", (canonical, texts) => {
  expect(texts.map(normalizeAmountText)).toEqual(texts.map(() => canonical));
});
