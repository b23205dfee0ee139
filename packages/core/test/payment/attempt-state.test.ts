import { expect, test } from "vitest";
import {
  attemptStates,
  decidesAboutOtherAttempts,
  hasResult,
  statesBestFirst,
} from "../../src/payment/attempt-state.ts";

test("the best state of an attempt decides the payment: money first, then open attempts, then ended ones", () => {
  expect(statesBestFirst).toEqual([
    "paid",
    "review",
    "approved",
    "pending",
    "created",
    "refunded",
    "failed",
    "closed",
  ]);
  expect([...statesBestFirst].sort()).toEqual([...attemptStates].sort());
});

test("an attempt with money, or reported money, decides about all others", () => {
  expect(attemptStates.filter(decidesAboutOtherAttempts)).toEqual(["approved", "review", "paid"]);
});

test("an attempt has no result while a notification must still arrive", () => {
  expect(attemptStates.filter((state) => !hasResult(state))).toEqual(["created", "pending", "approved"]);
});
