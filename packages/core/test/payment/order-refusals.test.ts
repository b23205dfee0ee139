import { expect, test } from "vitest";
import { refusalRemedy, toShopRefusalCode } from "../../src/payment/order-refusals.ts";

test("a refusal of the plugin has the remedy of its code", () => {
  expect(refusalRemedy("out_of_stock")).toBe("correct");
  expect(refusalRemedy("cart_changed")).toBe("restore");
  expect(refusalRemedy("order_cancelled")).toBe("refund");
  expect(refusalRemedy("renewals_not_placed")).toBe("place-by-hand");
});

test.each(["closed_for_holidays", "", "toString"])(
  "the remedy of the shop's own code %j is `correct`",
  (code) => {
    expect(refusalRemedy(toShopRefusalCode(code))).toBe("correct");
  },
);

test("a shop's code is unchanged, and has the remedy of the plugin's code with the same text", () => {
  expect(toShopRefusalCode("closed_for_holidays")).toBe("closed_for_holidays");
  expect(refusalRemedy(toShopRefusalCode("order_cancelled"))).toBe("refund");
});
