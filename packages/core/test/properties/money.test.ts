import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromAmountText, money, normalizeAmountText, toAmountText } from "../../src/protocol/money/money.ts";
import { isAmount } from "../protocol/money/is-amount.ts";

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
  const isMinor = (text: string, currency: string, minor: number) => isAmount(text, { minor, currency });

  test("the text of an amount is read as the same amount", () => {
    fc.assert(
      fc.property(amounts, ({ minor, currency }) => {
        const text = toAmountText(money(minor, currency));
        expect(text).toMatch(decimals === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${decimals}}$`));
        expect(fromAmountText(text, currency)).toEqual({ minor, currency });
      }),
    );
  });

  test("different amounts have different texts, and no text matches the other amount (MON-COMPARE)", () => {
    fc.assert(
      fc.property(amounts, minorUnits, ({ minor, currency }, other) => {
        const text = toAmountText(money(minor, currency));
        expect(text === toAmountText(money(other, currency))).toBe(minor === other);
        expect(isMinor(text, currency, other)).toBe(minor === other);
      }),
    );
  });

  test("zeros at either end do not change an amount, and any other digit at the end does (MON-COMPARE)", () => {
    const zeros = fc.nat(8).map((count) => "0".repeat(count));
    fc.assert(
      fc.property(
        amounts,
        fc.tuple(zeros, zeros),
        fc.integer({ min: 1, max: 9 }),
        ({ minor, currency }, [before, after], digit) => {
          const text = toAmountText(money(minor, currency));
          const longer = before + (decimals === 0 && after !== "" ? `${text}.` : text) + after;
          expect(fromAmountText(longer, currency)).toEqual({ minor, currency });
          expect(normalizeAmountText(longer)).toBe(normalizeAmountText(text));
          expect(isMinor(`${longer}${longer.includes(".") ? "" : "."}${digit}`, currency, minor)).toBe(false);
        },
      ),
    );
  });

  test("two texts have one canonical form only if they are the same number", () => {
    const texts = fc.tuple(fc.nat(30), fc.nat(300)).map(([whole, part]) => `${whole}.${part}`);
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const scaled = (text: string) => {
          const [whole = "", part = ""] = text.split(".");
          return BigInt(whole + part.padEnd(4, "0"));
        };
        expect(normalizeAmountText(a) === normalizeAmountText(b)).toBe(scaled(a) === scaled(b));
      }),
    );
  });
});
