import { expect, test } from "vitest";
import {
  cycleSchema,
  isLaterCycleNumber,
  laterCycleNumberOf,
} from "../../../src/payment/subscription/cycle.ts";
import { exampleNotification } from "../example-facts.ts";

test.each<[string | undefined, number | undefined]>([
  ["2", 2],
  ["12", 12],
  ["999999999", 999_999_999],
  ["1", undefined],
  [undefined, undefined],
  ["0", undefined],
  ["-2", undefined],
  ["02", undefined],
  ["2.0", undefined],
  [" 2", undefined],
  ["two", undefined],
  ["", undefined],
  ["2e1", undefined],
  ["٢", undefined],
  ["9999999999", undefined],
])(
  "the count %j is cycle %j, and 1 or an invalid count is the sale itself (NOT-SUBSCRIPTION)",
  (periodCount, cycle) => {
    expect(laterCycleNumberOf(periodCount === undefined ? {} : { periodCount })).toBe(cycle);
  },
);

test("a later cycle with its own gateway order ID needs a gateway subscription ID (CYC-NUMBER)", () => {
  expect(laterCycleNumberOf({ periodCount: "2", reportedAttemptId: "X", gatewaySubscriptionId: "M1" })).toBe(
    2,
  );
  expect(laterCycleNumberOf({ periodCount: "2", reportedAttemptId: "X" })).toBeUndefined();
});

test.each<[unknown, boolean]>([
  [2, true],
  [999_999_999, true],
  [1_000_000_000, false],
  [1_000_000_001, false],
  [1, false],
  [0, false],
  [-2, false],
  [2.5, false],
  [Number.NaN, false],
  ["2", false],
  [undefined, false],
])(
  "%j is the number of a later cycle that a notification can name: %j (NOT-SUBSCRIPTION)",
  (number, isLater) => {
    expect(isLaterCycleNumber(number)).toBe(isLater);
  },
);

const cycle = {
  version: 1,
  attemptId: "00000000000000000001",
  number: 2,
  facts: [exampleNotification({ periodCount: "2" })],
  state: "paid",
};

test("a cycle is unchanged after it is written and read", () => {
  expect(cycleSchema().parse(JSON.parse(JSON.stringify(cycle)))).toEqual(cycle);
});

test.each([1, 0, 1.5])(
  "the number %d is not a later cycle, because the first cycle is the sale (NOT-SUBSCRIPTION)",
  (number) => {
    expect(cycleSchema().safeParse({ ...cycle, number }).success).toBe(false);
  },
);
