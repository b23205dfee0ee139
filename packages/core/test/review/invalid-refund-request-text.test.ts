import { expect, test } from "vitest";
import { isPayIndexError, money } from "../../src/index.ts";
import { invalidRefundRequestText } from "../../src/status/texts/index.ts";
import { openRefundShop } from "../refund/refund-shop.ts";

async function refusalOf(minor: number, more: object = {}): Promise<string> {
  const { refund } = await openRefundShop();
  const error = await refund(minor, "r-1", more).catch((each: unknown) => each);
  if (!isPayIndexError(error, "refund_invalid")) throw error;
  return invalidRefundRequestText(error);
}

test("staff read in sentences why a refund was not sent", async () => {
  expect(await refusalOf(2000)).toBe(
    "Nothing was sent to the gateway. The amount must be at most 19.99 USD: that is what is left of the payment, without refunds that are on their way.",
  );
  expect(await refusalOf(500, { amount: money(500, "EUR") })).toBe(
    "Nothing was sent to the gateway. The amount must be USD.",
  );
  expect(await refusalOf(500, { cycle: 2 })).toBe(
    "Nothing was sent to the gateway. The cycle belongs to subscriptions only.",
  );
});

test("an unknown field is named by its path", () => {
  expect(invalidRefundRequestText({ problems: [{ path: "other", message: "is wrong." }] })).toBe(
    "Nothing was sent to the gateway. other is wrong.",
  );
});
