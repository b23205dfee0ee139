import { ownRule, type Rule } from "../rule-types.ts";

const other = { reference: "order-2" };

const yen = { amount: { minor: 1000, currency: "JPY" } };

const worth = (amount: string, currency: string, minor: number | null) => ({ amount, currency, minor });

const rounded = (calculated: string, currency: string, minor: number | null) => ({
  calculated,
  currency,
  minor,
});

export const moneyRules: readonly Rule[] = [
  ownRule("MON-EXPONENT", {
    accepted: [
      worth("500", "JPY", 500),
      worth("19.99", "USD", 1999),
      worth("1.250", "KWD", 1250),
      worth("1.2345", "CLF", 12345),
      worth("1.20", "MGA", 120),
      worth("1.20", "MRU", 120),
      { sale: "hosted", with: { amount: { minor: 7, currency: "BHD" } }, form: { pay_amount: "0.007" } },
    ],
    refused: [
      worth("500.5", "JPY", null),
      worth("19.999", "USD", null),
      worth("1.2505", "KWD", null),
      worth("1.00", "XXX", null),
      worth("1.00", "usd", null),
    ],
  }),
  ownRule("MON-SENT", {
    accepted: [
      { options: { amountDecimals: "currency" } },
      { options: { amountDecimals: 2 } },
      { sale: "hosted", with: yen, settings: { amountDecimals: 2 }, form: { pay_amount: "1000.00" } },
      { sale: "hosted", with: yen, settings: { amountDecimals: "currency" }, form: { pay_amount: "1000" } },
      {
        life: "hosted",
        with: yen,
        settings: { amountDecimals: 2 },
        steps: [{ notify: {} }],
        gives: { state: "paid" },
      },
    ],
    refused: [
      { options: { amountDecimals: 3 }, problems: ["amountDecimals"] },
      { options: { amountDecimals: "2" }, problems: ["amountDecimals"] },
    ],
  }),
  ownRule("MON-MINIMUM", {
    accepted: [
      { options: { minimumAmounts: { USD: 100, JPY: 100 } } },
      {
        life: "hosted",
        settings: { minimumAmounts: { USD: 1999 } },
        steps: [],
        gives: { submissions: 1, starts: ["redirect"] },
      },
      {
        life: "hosted",
        with: yen,
        settings: { minimumAmounts: { USD: 1999 } },
        steps: [],
        gives: { submissions: 1, starts: ["redirect"] },
      },
    ],
    refused: [
      { options: { minimumAmounts: 100 }, problems: ["minimumAmounts"] },
      { options: { minimumAmounts: { USD: 0.5 } }, problems: ["minimumAmounts.USD"] },
      { options: { minimumAmounts: { usd: 100 } }, problems: ["minimumAmounts.usd"] },
      {
        life: "hosted",
        settings: { minimumAmounts: { USD: 1999 } },
        steps: [{ start: "hosted", with: { ...other, amount: { minor: 1998, currency: "USD" } } }],
        gives: { submissions: 1, starts: ["redirect", "amount_below_minimum"] },
      },
      {
        life: "hosted",
        settings: { minimumAmounts: { USD: 500 } },
        steps: [{ start: "subscription", with: { ...other, "plan.firstPeriodAmount": 499 } }],
        gives: { submissions: 1, starts: ["redirect", "amount_below_minimum"] },
      },
    ],
  }),
  ownRule("MON-COMPARE", {
    accepted: [
      worth("19.9900", "USD", 1999),
      worth("19.9", "USD", 1990),
      worth("0019.99", "USD", 1999),
      worth("500.0000", "JPY", 500),
      worth("0", "USD", 0),
    ],
    refused: ["1e3", " 1.00", "1.00 ", "1,00", "-1", "+1", "1.", ".5", "", "0x10", "١", "9".repeat(17)].map(
      (text) => worth(text, "USD", null),
    ),
  }),
  ownRule("MON-ROUND", {
    accepted: [
      { ...rounded("399.80", "JPY", 400), difference: "0.20 JPY" },
      { ...rounded("399.50", "JPY", 400), difference: "0.50 JPY" },
      { ...rounded("399.49", "JPY", 399), difference: "-0.49 JPY" },
      { ...rounded("0.40", "JPY", 0), difference: "-0.40 JPY" },
      { ...rounded("19.995", "USD", 2000), difference: "0.005 USD" },
      rounded("1.99", "KWD", 1990),
      { ...rounded("1.2345", "KWD", 1235), difference: "0.0005 KWD" },
    ],
    refused: [
      rounded("-0.40", "JPY", null),
      rounded("4e2", "JPY", null),
      rounded("1.00", "XXX", null),
      rounded("90071992547409.92", "USD", null),
    ],
  }),
];
