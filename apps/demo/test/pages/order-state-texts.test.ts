import { expect, it } from "vitest";
import { orderStateTexts } from "../../src/pages/order-state-texts.ts";

// Staff may close what was approved, and a success may come after a failure.
it.each(Object.entries(orderStateTexts))(
  "the text of an order that is %s does not say that nothing was charged",
  (_, words) => {
    expect(`${words.title} ${words.says}`).not.toMatch(/charged/i);
  },
);

it("a failed order's text says that the payment failed; a closed order's text says only that the order is saved", () => {
  expect(orderStateTexts.failed.says).toBe(
    "The payment did not go through. Your order is saved with all its items.",
  );
  expect(orderStateTexts.closed.says).toBe("Your order is saved with all its items.");
});
