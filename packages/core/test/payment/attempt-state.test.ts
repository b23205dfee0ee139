import { expect, test } from "vitest";
import { decidesAboutOtherAttempts, hasResult, statesBestFirst } from "../../src/payment/attempt-state.ts";

test("the best state of an attempt decides the payment: money first, then open attempts, then ended ones", () => {
  expect(statesBestFirst.join(" ")).toBe("paid review approved pending created refunded failed closed");
});

test("an attempt with money, or reported money, decides about all others", () => {
  expect(statesBestFirst.filter(decidesAboutOtherAttempts)).toEqual(["paid", "review", "approved"]);
});

test("an attempt has no result while a notification must still arrive", () => {
  expect(statesBestFirst.filter((state) => !hasResult(state))).toEqual(["approved", "pending", "created"]);
});
