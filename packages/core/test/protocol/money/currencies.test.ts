import { expect, test } from "vitest";
import { decimalsOf, isCurrency } from "../../../src/protocol/money/money.ts";

// From the published list of ISO 4217, not from the table in use.
const decimals: [string, number][] = [
  ["BIF", 0],
  ["CLP", 0],
  ["DJF", 0],
  ["GNF", 0],
  ["ISK", 0],
  ["JPY", 0],
  ["KMF", 0],
  ["KRW", 0],
  ["PYG", 0],
  ["RWF", 0],
  ["UGX", 0],
  ["VND", 0],
  ["VUV", 0],
  ["XAF", 0],
  ["XOF", 0],
  ["XPF", 0],
  ["CNY", 2],
  ["COP", 2],
  ["EUR", 2],
  ["GBP", 2],
  ["HUF", 2],
  ["IDR", 2],
  ["INR", 2],
  ["MGA", 2],
  ["MRU", 2],
  ["TWD", 2],
  ["USD", 2],
  ["XCG", 2],
  ["BHD", 3],
  ["IQD", 3],
  ["JOD", 3],
  ["KWD", 3],
  ["LYD", 3],
  ["OMR", 3],
  ["TND", 3],
  ["CLF", 4],
  ["UYW", 4],
];

test.each(decimals)("%s has %i decimals (B-40, MON-EXPONENT)", (code, places) => {
  expect(decimalsOf(code)).toBe(places);
  expect(isCurrency(code)).toBe(true);
});

test.each([
  "usd",
  "Usd",
  "",
  "US",
  "USDT",
  " USD",
  "DEM",
  "HRK",
  "XXX",
  "XTS",
  "XAU",
  "constructor",
  "__proto__",
])("%j is not a currency for charges (REQ-CURRENCY)", (code) => {
  expect(decimalsOf(code)).toBeUndefined();
  expect(isCurrency(code)).toBe(false);
});
