import { ours, type Rule } from "../rule.ts";

const worth = (amount: string, currency: string, minor: number | null) => ({ amount, currency, minor });

export const moneyRules: readonly Rule[] = [
  ours("MON-EXPONENT", {
    accepted: [
      worth("500", "JPY", 500),
      worth("19.99", "USD", 1999),
      worth("1.250", "KWD", 1250),
      worth("1.2345", "CLF", 12345),
      worth("1.20", "MGA", 120),
      worth("1.20", "MRU", 120),
      { sale: "hosted", with: { money: { minor: 7, currency: "BHD" } }, form: { pay_amount: "0.007" } },
    ],
    refused: [
      worth("500.5", "JPY", null),
      worth("19.999", "USD", null),
      worth("1.2505", "KWD", null),
      worth("1.00", "XXX", null),
      worth("1.00", "usd", null),
    ],
  }),
  ours("MON-COMPARE", {
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
];
