import { describe, expect, test } from "vitest";
import { isPayIndexError } from "../../../src/errors.ts";
import {
  fromAmountText,
  money,
  normalizeAmountText,
  toAmountText,
} from "../../../src/protocol/money/money.ts";
import { stringifyErrorInEveryWay } from "../../fixtures/stringify-in-every-way.ts";
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
  "%i minor units of %s are %s on the wire (B-40, REQ-AMOUNT, MON-EXPONENT)",
  (minor, currency, text) => {
    expect(toAmountText(money(minor, currency))).toBe(text);
  },
);

test.each(texts)("%i minor units of %s are read from %s (B-40, MON-EXPONENT)", (minor, currency, text) => {
  expect(fromAmountText(text, currency)).toEqual({ minor, currency });
});

test.each([
  [-1, "USD"],
  [1.5, "USD"],
  [0.1 + 0.2, "USD"],
  [1e21, "USD"],
  [max + 1, "JPY"],
  [Number.NaN, "USD"],
  [Number.POSITIVE_INFINITY, "USD"],
  ["1999", "USD"],
  [1999n, "USD"],
  [null, "USD"],
  [1999, "usd"],
  [1999, "XXX"],
  [1999, undefined],
])("toAmountText refuses %s %s", (minor, currency) => {
  const made = () => toAmountText({ minor, currency } as never);
  expect(made).toThrow(expect.objectContaining({ name: "PayIndexError", code: "money_invalid" }));
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
  "",
  " ",
  " 1.00",
  "1.00 ",
  "1.00\n",
  "1,00",
  "1.000,00",
  "1,000.00",
  "-1",
  "+1",
  "-0.00",
  "1e3",
  "1.0e2",
  "0x10",
  ".5",
  "5.",
  "1.005",
  "1.001",
  "1..0",
  "1.0.0",
  "NaN",
  "Infinity",
  "null",
  "１.００",
  "١",
  "$1.00",
  "1.00 USD",
  "90071992547409.92",
  "9".repeat(25),
  `1.${"0".repeat(25)}`,
  `${"0".repeat(24)}1.00`,
  `${"0".repeat(39)}1.${"0".repeat(24)}`.slice(0, 64),
  "9".repeat(400),
];

test("the error for an invalid amount text names the permitted number of decimals", () => {
  expect(() => fromAmountText("1,5", "KWD")).toThrow(
    "This is not decimal text with at most 3 decimals, as KWD has.",
  );
});

test.each([[undefined], [null], [1], [{ toString: () => "1.00" }], [Symbol("1.00")]])(
  "%s is not text, and the error is money_invalid",
  (value) => {
    const invalid = expect.objectContaining({ name: "PayIndexError", code: "money_invalid" });
    expect(() => fromAmountText(value as never, "USD")).toThrow(invalid);
    expect(() => toAmountText(value as never)).toThrow(invalid);
  },
);

test.each(noAmounts)("%j is not an amount of dollars (MON-COMPARE)", (text) => {
  expect(() => fromAmountText(text, "USD")).toThrow(expect.objectContaining({ code: "money_invalid" }));
  expect(isAmount(text, { minor: 100, currency: "USD" })).toBe(false);
});

test.each([
  ["1.5", "JPY"],
  ["1.0001", "KWD"],
  ["1.00001", "CLF"],
])("%s is refused, because it has more decimals than %s", (text, currency) => {
  expect(() => fromAmountText(text, currency)).toThrow(expect.objectContaining({ code: "money_invalid" }));
});

test.each(["usd", "US", "", "XXX", "toString", "__proto__", undefined, null, 840])(
  "%j is not a currency",
  (currency) => {
    expect(() => fromAmountText("1.00", currency as string)).toThrow(
      expect.objectContaining({
        name: "PayIndexError",
        code: "money_invalid",
        message: "This is not a current ISO 4217 code in upper case.",
      }),
    );
  },
);

test("an error of money quotes neither text nor currency (B-50)", () => {
  const number = "4242424242424242";
  for (const attempt of [() => fromAmountText(number, number), () => fromAmountText(`${number}x`, "USD")]) {
    const error = thrownBy(attempt);
    expect(isPayIndexError(error, "money_invalid")).toBe(true);
    const leaks = Object.entries(stringifyErrorInEveryWay(error)).filter(([, text]) =>
      text.includes("4242424"),
    );
    expect(leaks.map(([how]) => how)).toEqual([]);
  }
});

function thrownBy(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    return error;
  }
}

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
  ["1.00", "1"],
  ["1.0", "1"],
  ["1", "1"],
  ["1.50", "1.5"],
  ["1.5000", "1.5"],
  ["0.00", "0"],
  ["0", "0"],
  ["000", "0"],
  ["010.10", "10.1"],
  ["100", "100"],
  ["1.005", "1.005"],
])("%s has the canonical form %s (NOT-REPEAT)", (text, spelling) => {
  expect(normalizeAmountText(text)).toBe(spelling);
});

test.each(["", " 1.00", "1,00", "01,00", "1e3", "-1", ".5", "x", "1.00 "])(
  "%j is not a number, and its canonical form is unchanged",
  (text) => {
    expect(normalizeAmountText(text)).toBe(text);
  },
);
