import { expect, test } from "vitest";
import { cartMessage, languages } from "../src/index.ts";

test("each problem of a cart has a text for the buyer", () => {
  expect(cartMessage({ reason: "empty" }, "en")).toBe("Your cart is empty.");
  expect(cartMessage({ reason: "shipping" }, "zh")).toBe("请选择配送方式。");
  expect(cartMessage({ reason: "stock", names: ["Tea", "$& cup"] }, "en")).toBe(
    "Not enough in stock: Tea, $& cup.",
  );
  expect(cartMessage({ reason: "coupons", names: ["A", "B"] }, "ar")).toContain("A، B");
});

test.each(languages)("stock without names has a text of its own: %s", (language) => {
  const text = cartMessage({ reason: "stock" }, language);
  expect(text).not.toContain("{names}");
  expect(text).not.toBe(cartMessage({ reason: "stock", names: [""] }, language));
});
