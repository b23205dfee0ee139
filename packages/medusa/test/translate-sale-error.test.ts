import { money, PayIndexError } from "@pay-index/core";
import { expect, test } from "vitest";
import { translateSaleError } from "../src/checkout/translate-sale-error.ts";

const belowMinimum = new PayIndexError("amount_below_minimum", "Too small.", {
  problems: [{ path: "amount", message: "must be at least 20.00 USD" }],
  minimum: money(2000, "USD"),
});

test("an amount below the minimum is refused with the smallest amount, in the buyer's language (MON-MINIMUM)", () => {
  const refusal = translateSaleError(belowMinimum, {} as never, "zh");
  const message = "此处可支付的最低金额为 20.00 USD。";
  expect([refusal?.status, refusal?.toJSON()]).toEqual([
    400,
    { type: "not_allowed", code: "pay_index_amount_below_minimum", message, problems: [] },
  ]);
});
