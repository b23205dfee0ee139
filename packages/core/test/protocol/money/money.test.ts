import { expect, test } from "vitest";
import { isPayIndexError } from "../../../src/errors.ts";
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

test.each<[unknown, unknown, string[]]>([
  [-1, "USD", ["minor"]],
  [19.99, "USD", ["minor"]],
  [Number.NaN, "USD", ["minor"]],
  [Number.POSITIVE_INFINITY, "USD", ["minor"]],
  [Number.MAX_SAFE_INTEGER + 1, "USD", ["minor"]],
  ["1999", "USD", ["minor"]],
  [1999, "usd", ["currency"]],
  [1999, "US", ["currency"]],
  [1999, "XXX", ["currency"]],
  [1999, "HRK", ["currency"]],
  [1999, undefined, ["currency"]],
  [-1, "dollars", ["minor", "currency"]],
])("%s %s is refused with a reason", (minor, currency, paths) => {
  try {
    money(minor as number, currency as string);
  } catch (error) {
    if (!isPayIndexError(error, "money_invalid")) throw error;
    expect(error.message).toMatch(/^This is not an amount of money\.\n/);
    expect(error.problems.map(({ path }) => path)).toEqual(paths);
    return;
  }
  expect.unreachable();
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
