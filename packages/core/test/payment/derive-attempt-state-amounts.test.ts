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

  test.each(["1", "1.0", "1.00", "1.0000", "1.0000000000", "01.00"])("%s is 1.00: paid", (text) => {
    expect(verdict({ amount: text, trueAmount: text })).toBe("paid");
    expect(verdict({ amount: text })).toBe("paid");
    expect(verdict({ trueAmount: text })).toBe("paid");
  });

  // The test of amounts as text has all other texts that are no amount.
  test.each(["0.99", "1.01", "1.001", "1e0", "", "0"])("%j is not 1.00: review", (text) => {
    expect(verdict({ amount: text, trueAmount: text })).toBe("review");
    expect(verdict({ amount: text })).toBe("review");
    expect(verdict({ trueAmount: text })).toBe("review");
  });

  test.each(["USD", "usd", "Usd"])("the currency %s is dollars: paid", (currency) => {
    expect(verdict({ currency })).toBe("paid");
  });

  test.each(["EUR", "", "US", "USX", "USDT", "XUSD", " USD", "$", "840", "u\u017fd"])(
    "the currency %j is not: review",
    (currency) => {
      expect(verdict({ currency })).toBe("review");
    },
  );

  test.each([
    ["JPY", 500, "500.00", "500.01"],
    ["KWD", 1250, "1.25", "1.2501"],
    ["CLF", 12345, "1.23450", "1.23451"],
  ])("%s (B-40, MON-EXPONENT)", (...row) => {
    const [currency, minor, right, off] = row;
    const amount = money(minor, currency);
    const on = { amount, chargedAmount: amount };
    expect(verdict({ currency, amount: right, trueAmount: right }, on)).toBe("paid");
    expect(verdict({ currency, amount: off, trueAmount: off }, on)).toBe("review");
  });

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
