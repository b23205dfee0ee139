import { money, PayIndexError } from "@pay-index/core";
import { expect, test } from "vitest";
import { translateSaleError } from "../src/checkout/translate-sale-error.ts";

const belowMinimum = new PayIndexError("amount_below_minimum", "Too small.", {
  problems: [{ path: "amount", message: "must be at least 20.00 USD" }],
  minimum: money(2000, "USD"),
});

test.each([
  ["en", "The smallest amount that can be paid here is 20.00 USD."],
  ["zh", "此处可支付的最低金额为 20.00 USD。"],
  ["ar", "أقل مبلغ يمكن دفعه هنا هو 20.00 USD."],
] as const)(
  "an amount below the minimum is refused with the smallest amount, in %s (MON-MINIMUM)",
  (language, message) => {
    const refusal = translateSaleError(belowMinimum, {} as never, language);
    expect([refusal?.status, refusal?.toJSON()]).toEqual([
      400,
      { type: "not_allowed", code: "pay_index_amount_below_minimum", message, problems: [] },
    ]);
  },
);
