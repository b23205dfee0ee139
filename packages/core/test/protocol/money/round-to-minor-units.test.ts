import fc from "fast-check";
import { expect, test } from "vitest";
import { roundToMinorUnits } from "../../../src/protocol/money/round-to-minor-units.ts";

test.each<[string, string, number, string | undefined]>([
  ["399.50", "JPY", 400, "0.50 JPY"],
  ["26.801775", "USD", 2680, "-0.001775 USD"],
  ["1.99", "KWD", 1990, undefined],
  ["1.2345", "KWD", 1235, "0.0005 KWD"],
  ["0", "USD", 0, undefined],
  ["90071992547409.914", "USD", Number.MAX_SAFE_INTEGER, "-0.004 USD"],
  [`0.00${"4".repeat(60)}`, "USD", 0, `-0.00${"4".repeat(60)} USD`],
])("%s %s is %i minor units, rounded by %s (MON-ROUND, B-40)", (...[text, currency, minor, difference]) => {
  const rounded = roundToMinorUnits(text, currency);
  expect(rounded?.amount).toEqual({ minor, currency });
  expect(rounded?.rounding?.roundingDifference).toBe(difference);
});

test("a rounded amount has a text with the rounded value", () => {
  expect(roundToMinorUnits("1.2345", "KWD")?.rounding?.roundedTo).toBe("1.235 KWD");
});

test("a text that is not an amount in the currency is not rounded", () => {
  for (const text of ["-1", "1e3", "", "1.", " 1", "NaN", "90071992547409.915"])
    expect(roundToMinorUnits(text, "USD"), text).toBeUndefined();
  for (const currency of ["XXX", "usd"]) expect(roundToMinorUnits("1", currency)).toBeUndefined();
});

test("rounding changes an amount by at most half a minor unit, and returns the difference", () => {
  const decimals = { JPY: 0, USD: 2, KWD: 3 } as const;
  fc.assert(
    fc.property(
      fc.constantFrom("JPY", "USD", "KWD"),
      fc.nat(1_000_000),
      fc.nat(999_999),
      (currency, whole, part) => {
        const scale = 6;
        const exact = BigInt(whole) * 10n ** 6n + BigInt(part);
        const rounded = roundToMinorUnits(`${whole}.${String(part).padStart(scale, "0")}`, currency);
        const unit = 10n ** BigInt(scale - decimals[currency]);
        const difference = BigInt(rounded?.amount.minor ?? -1) * unit - exact;
        expect(2n * difference <= unit && 2n * difference > -unit).toBe(true);
        const [text = "0.000000"] = rounded?.rounding?.roundingDifference.split(" ") ?? [];
        expect(BigInt(text.replace(".", ""))).toBe(difference);
      },
    ),
  );
});
