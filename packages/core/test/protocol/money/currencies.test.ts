import { expect, test } from "vitest";
import { decimalsOf, isCurrency } from "../../../src/protocol/money/money.ts";

// From the published list of ISO 4217, not from the table in use.
test.each([
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"],
  [2, "CNY COP EUR GBP HUF IDR INR MGA MRU TWD USD XCG"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
])("currencies with %i decimals: %s (B-40, MON-EXPONENT)", (places, codes) => {
  for (const code of codes.split(" "))
    expect([decimalsOf(code), isCurrency(code)], code).toEqual([places, true]);
});

test.each(["", " USD", ..."usd Usd US USDT DEM HRK XXX XTS XAU constructor __proto__".split(" ")])(
  "%j is not a currency for charges (REQ-CURRENCY)",
  (code) => {
    expect([decimalsOf(code), isCurrency(code)]).toEqual([undefined, false]);
  },
);
