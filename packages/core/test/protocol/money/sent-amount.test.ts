import { expect, test } from "vitest";
import { fitsDecimals, toSentAmountText } from "../../../src/protocol/money/money.ts";

test.each<[number, string, [own: string, two: string]]>([
  [1000, "JPY", ["1000", "1000.00"]],
  [0, "JPY", ["0", "0.00"]],
  [1999, "USD", ["19.99", "19.99"]],
  [5, "USD", ["0.05", "0.05"]],
  [1250, "KWD", ["1.250", "1.25"]],
  [10_000, "CLF", ["1.0000", "1.00"]],
])(
  "%i minor units of %s are sent with the currency's decimals, or with two (MON-SENT)",
  (minor, currency, texts) => {
    const amount = { minor, currency };
    expect([toSentAmountText(amount, "currency"), toSentAmountText(amount, 2)]).toEqual(texts);
  },
);

test.each([
  [1255, "KWD"],
  [1, "KWD"],
  [10_010, "CLF"],
])("%i minor units of %s do not fit two decimals, and are never rounded (MON-SENT)", (minor, currency) => {
  expect(fitsDecimals({ minor, currency }, "currency")).toBe(true);
  expect(fitsDecimals({ minor, currency }, 2)).toBe(false);
  expect(() => toSentAmountText({ minor, currency }, 2)).toThrow(
    expect.objectContaining({
      code: "money_invalid",
      message: "This amount cannot be sent with 2 decimals.",
    }),
  );
});
