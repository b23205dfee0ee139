import { expect, test } from "vitest";
import { isMoney, money, moneySchema } from "../../../src/protocol/money/money.ts";

// The first test of this file, so that it covers the schema, which is made only once.
test("what is not money is refused with a correction for each field", () => {
  const whole = "must be a whole number of minor units (cents of USD, yen of JPY)";
  const cases: [minor: unknown, currency: unknown, corrections: string[]][] = [
    [-1, "USD", ["minor: must not be negative"]],
    [0.5, "USD", [`minor: ${whole}`]],
    [1, "usd", ["currency: is not a current ISO 4217 code in upper case, such as USD or JPY"]],
    [1, undefined, ["currency: is required: a three-letter ISO 4217 code"]],
    ["1", 840, [`minor: ${whole}`, "currency: is required: a three-letter ISO 4217 code"]],
  ];
  for (const [minor, currency, corrections] of cases)
    expect(() => money(minor as number, currency as string)).toThrow(
      ["This is not an amount of money.", ...corrections.map((text) => `  ${text}`)].join("\n"),
    );
  const required = "is required: money(minorUnits, currency)";
  expect(moneySchema().safeParse(undefined).error?.issues).toMatchObject([{ message: required }]);
});

test.each<[string, boolean, unknown]>([
  ["an amount with a currency", true, { minor: 0, currency: "JPY" }],
  ["a frozen amount", true, money(1999, "USD")],
  ["null", false, null],
  ["a function with the fields", false, Object.assign(() => {}, { minor: 1, currency: "USD" })],
  ["an amount with a further field", false, { minor: 1, currency: "USD", tax: 1 }],
])("%s is money: %s", (_, expected, value) => {
  expect(isMoney(value)).toBe(expected);
});

test("money cannot be changed", () => {
  const amount = money(1999, "USD") as { minor: number };
  expect(() => {
    amount.minor = 1;
  }).toThrow(TypeError);
});
