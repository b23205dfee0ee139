import { expect, test } from "vitest";
import {
  cycleSchema,
  isLaterCycleNumber,
  laterCycleNumberOf,
} from "../../../src/payment/subscription/cycle.ts";
import { exampleNotification } from "../example-facts.ts";

test.each(["1", undefined, "0", "-2", "02", "2.0", " 2", "two", "", "2e1", "٢", "9999999999"])(
  "the count %j is no later cycle: 1 or an invalid count is the sale itself (NOT-SUBSCRIPTION)",
  (periodCount) => {
    expect(laterCycleNumberOf(periodCount === undefined ? {} : { periodCount })).toBeUndefined();
  },
);

test("a later cycle with its own gateway order ID needs a gateway subscription ID (CYC-NUMBER)", () => {
  expect(laterCycleNumberOf({ periodCount: "2", reportedAttemptId: "X", gatewaySubscriptionId: "M1" })).toBe(
    2,
  );
  expect(laterCycleNumberOf({ periodCount: "2", reportedAttemptId: "X" })).toBeUndefined();
  expect(laterCycleNumberOf({ periodCount: "999999999" })).toBe(999_999_999);
});

test("a notification can name the cycles 2 to 999,999,999 (NOT-SUBSCRIPTION)", () => {
  const numbers = [2, 999_999_999, 1_000_000_000, 1, 0, -2, 2.5, Number.NaN, "2", undefined];
  expect(numbers.filter(isLaterCycleNumber)).toEqual([2, 999_999_999]);
});

const cycle = {
  version: 1,
  attemptId: "00000000000000000001",
  number: 2,
  facts: [exampleNotification({ periodCount: "2" })],
  state: "paid",
};

test.each([1, 0, 1.5])(
  "the number %d is not a later cycle, because the first cycle is the sale (NOT-SUBSCRIPTION)",
  (number) => {
    expect(cycleSchema().safeParse({ ...cycle, number }).success).toBe(false);
  },
);
