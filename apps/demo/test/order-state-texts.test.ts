import { expect, it } from "vitest";
import { orderStateTexts } from "../src/pages/order-state-texts.ts";

// Staff may close what was approved, and a success may come after a failure.
it.each(Object.entries(orderStateTexts))(
  "an order that is %s is not told that nothing was charged",
  (_, words) => {
    expect(`${words.title} ${words.says}`).not.toMatch(/charged/i);
  },
);

it("a failure is told as one of the payment, and nobody is told more of what was closed", () => {
  expect(orderStateTexts.failed.says).toBe(
    "The payment did not go through. Your order is saved with all its items.",
  );
  expect(orderStateTexts.closed.says).toBe("Your order is saved with all its items.");
});
