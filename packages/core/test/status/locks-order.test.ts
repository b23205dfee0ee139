import { expect, test } from "vitest";
import { statesBestFirst } from "../../src/payment/attempt-state.ts";
import { locksOrder } from "../../src/status/payment-status.ts";

test("an order can change while its payment is neither open, nor paid, nor under review", () => {
  const states = ["none", ...statesBestFirst] as const;
  const changeable = states.filter((state) => !locksOrder(state));
  expect(changeable).toEqual(["none", "refunded", "failed", "closed"]);
});
