import { describe, expect, test } from "vitest";
import { deriveAttemptState } from "../../src/payment/attempt-state.ts";
import type { ExpectedAmounts } from "../../src/payment/classify-facts.ts";
import type { NotificationFact } from "../../src/payment/fact.ts";
import { money } from "../../src/protocol/money/money.ts";
import { exampleNotification } from "./example-facts.ts";

describe("the money gate (B-40b, NOT-AMOUNT, NOT-CURRENCY, MON-COMPARE)", () => {
  const one: ExpectedAmounts = { amount: money(100, "USD"), chargedAmount: money(100, "USD") };
  const verdict = (changed: Partial<NotificationFact>, on = one) =>
    deriveAttemptState(on, [exampleNotification({ amount: "1.00", trueAmount: "1.00", ...changed })]).state;

  test.each(["EUR", "", "US", "USX", "USDT", "XUSD", " USD", "$", "840", "u\u017fd"])(
    "the currency %j is not: review",
    (currency) => {
      expect(verdict({ currency })).toBe("review");
    },
  );

  test("yen are not read as hundredths, and hundredths not as yen (B-40)", () => {
    const yen = { amount: money(1999, "JPY"), chargedAmount: money(1999, "JPY") };
    expect(verdict({ currency: "JPY", amount: "19.99", trueAmount: "19.99" }, yen)).toBe("review");
    expect(verdict({ currency: "JPY", amount: "199900", trueAmount: "199900" }, yen)).toBe("review");
  });

  test("the first cycle of a plan is paid with the amount of the first period (PLAN-FIRST)", () => {
    const first: ExpectedAmounts = { amount: money(1999, "USD"), chargedAmount: money(100, "USD") };
    expect(verdict({ amount: "19.99", trueAmount: "1.00" }, first)).toBe("paid");
    expect(verdict({ amount: "19.99", trueAmount: "19.99" }, first)).toBe("review");
    expect(verdict({ amount: "1.00", trueAmount: "1.00" }, first)).toBe("review");
  });

  test.each([
    [1999, 100, "19.99", "USD", "asked for 19.99 and, for the first period, 1.00 USD"],
    [100, 100, "0.01", "EUR", "asked for 1.00 USD"],
  ])("a mismatch has the reported amount (PLAN-FIRST, ITEM-MISMATCH): %#", (...row) => {
    const [minor, first, trueAmount, currency, asked] = row;
    const on = { amount: money(minor, "USD"), chargedAmount: money(first, "USD") };
    const { findings } = deriveAttemptState(on, [exampleNotification({ trueAmount, currency })]);
    const evidence = `The shop ${asked}. Transaction T1 reports ${trueAmount} ${currency} paid, for an order of 19.99 ${currency}.`;
    expect(findings).toEqual([{ kind: "amount-mismatch", dedupeKey: "T1", evidence }]);
  });
});
