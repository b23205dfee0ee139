import { BigNumber } from "@medusajs/framework/utils";
import { money } from "@pay-index/core";
import { expect, test } from "vitest";
import { equalsMoney, roundPartsToMinorUnits, toRoundedMoney } from "../src/amount.ts";

test.each<[Parameters<typeof toRoundedMoney>[0], string, number | undefined]>([
  [24.99, "usd", 2499],
  [{ value: "24.99", precision: 20 }, "usd", 2499],
  [new BigNumber("24.99"), "usd", 2499],
  [0, "usd", 0],
  [2000, "jpy", 2000],
  [399.5, "jpy", 400],
  [399.49, "jpy", 399],
  [1.2345, "kwd", 1235],
  // As binary floating point these lie just below a half.
  [1.005, "usd", 101],
  [0.285, "usd", 29],
  [19.994999999999997, "usd", 1999],
  ["90071992547409.91", "usd", Number.MAX_SAFE_INTEGER],
  ["90071992547409.92", "usd", undefined],
  [-1, "usd", undefined],
  [1, "zzz", undefined],
])("toMoney converts %j %s", (amount, currency, minor) => {
  expect(toRoundedMoney(amount, currency)?.minor).toBe(minor);
});

test("two amounts are the same money if they are rounded to it", () => {
  expect(equalsMoney(21.439275, "usd", money(2144, "USD"))).toBe(true);
  expect(equalsMoney(21.43, "usd", money(2144, "USD"))).toBe(false);
  expect(equalsMoney(21.44, "eur", money(2144, "USD"))).toBe(false);
  expect(equalsMoney(21.44, undefined, money(2144, "USD"))).toBe(false);
});

test.each<[Parameters<typeof roundPartsToMinorUnits>[0], string, readonly number[] | undefined]>([
  [[], "usd", []],
  [[19.99, 5], "usd", [1999, 500]],
  // Each by itself is rounded up, and together they are one less.
  [[21.436, 21.436, 21.436], "usd", [2144, 2143, 2144]],
  [[0.5, 0.5], "jpy", [1, 0]],
  [[10, -1], "usd", undefined],
  [[1], "zzz", undefined],
])("roundPartsToMinorUnits splits %j %s into parts that add up", (amounts, currency, parts) => {
  expect(roundPartsToMinorUnits(amounts, currency)).toEqual(parts);
});
