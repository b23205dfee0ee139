import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromAmountText, money, toAmountText } from "../../src/protocol/money/money.ts";

const minorUnits = fc.oneof(fc.nat(200_000), fc.maxSafeNat());

/** Decimals by ISO 4217, written here and not asked of the table. */
describe.each([
  [0, ["JPY", "KRW", "CLP"]],
  [2, ["USD", "EUR", "MGA"]],
  [3, ["KWD", "BHD", "TND"]],
  [4, ["CLF", "UYW"]],
] as const)("currencies with %i decimals (MON-EXPONENT, B-40)", (decimals, codes) => {
  const currencies = fc.constantFrom(...codes);
  const amounts = fc.record({ minor: minorUnits, currency: currencies });

  test("the text of an amount is read as the same amount", () => {
    fc.assert(
      fc.property(amounts, ({ minor, currency }) => {
        const text = toAmountText(money(minor, currency));
        expect(text).toMatch(decimals === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${decimals}}$`));
        expect(fromAmountText(text, currency)).toEqual({ minor, currency });
      }),
    );
  });
});
