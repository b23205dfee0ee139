import { expect, test } from "vitest";
import { money, moneySchema } from "../../../src/protocol/money/money.ts";

test.each([
  [0, "USD"],
  [1999, "USD"],
  [500, "JPY"],
  [Number.MAX_SAFE_INTEGER, "KWD"],
])("%i minor units of %s are money", (minor, currency) => {
  expect(money(minor, currency)).toEqual({ minor, currency });
});

test("money cannot be changed", () => {
  const amount = money(1999, "USD") as { minor: number };
  expect(() => {
    amount.minor = 1;
  }).toThrow(TypeError);
});

const max = Number.MAX_SAFE_INTEGER;

test.each<[string[], unknown[], unknown[]]>([
  [["minor"], [-1, 19.99, Number.NaN, Number.POSITIVE_INFINITY, max + 1, "1999"], ["USD"]],
  [["currency"], [1999], ["usd", "US", "XXX", "HRK", undefined]],
  [["minor", "currency"], [-1], ["dollars"]],
])("a wrong %j is refused with a reason", (paths, minors, currencies) => {
  const refused = expect.objectContaining({
    code: "money_invalid",
    message: expect.stringMatching(/^This is not an amount of money\.\n/),
    problems: paths.map((path) => expect.objectContaining({ path })),
  });
  for (const minor of minors)
    for (const currency of currencies)
      expect(() => money(minor as number, currency as string)).toThrow(refused);
});

test.each<[unknown, unknown, string]>([
  [-1, "USD", "minor: must not be negative"],
  [0.5, "USD", "minor: must be a whole number"],
  [1, "usd", "currency: is not a current ISO 4217 code in upper case"],
  [1, undefined, "currency: is required"],
])("%s %s is refused with a correction", (minor, currency, says) => {
  expect(() => money(minor as number, currency as string)).toThrow(says);
});

test("the error for missing money names the function money", () => {
  expect(moneySchema().safeParse(undefined).error?.issues[0]?.message).toContain(
    "money(minorUnits, currency)",
  );
});
