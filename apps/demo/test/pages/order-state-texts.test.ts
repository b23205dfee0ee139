import { expect, it } from "vitest";
import { orderStateTexts } from "../../src/pages/order-state-texts.ts";

// Staff may close what was approved, and a success may come after a failure.
it.each(Object.entries(orderStateTexts))(
  "the text of an order that is %s does not say that nothing was charged",
  (_, words) => {
    expect(`${words.title} ${words.says}`).not.toMatch(/charged/i);
  },
);
