import { expect, test } from "vitest";
import { deriveAttemptState } from "../../src/payment/attempt-state.ts";
import type { Fact, ResolutionFact } from "../../src/payment/fact.ts";
import { exampleNotification, exampleResolution } from "./example-facts.ts";
import { expectedAmounts as terms } from "./state-examples.ts";

const stateOf = (...facts: Fact[]) => deriveAttemptState(terms, facts).state;
const action = (name: ResolutionFact["action"], more: Partial<ResolutionFact>): ResolutionFact => ({
  ...exampleResolution(name),
  ...more,
});

test("a paid attempt without an order is refunded or closed by an operator, so that the buyer can pay again (ENG-FREE, STATE-REFUNDED)", () => {
  const paid = exampleNotification();
  expect(stateOf(paid)).toBe("paid");
  expect(stateOf(paid, action("record-refund", { frees: "attempt" }))).toBe("refunded");
  expect(stateOf(paid, action("dismiss", { frees: "attempt" }))).toBe("closed");
  const both = [
    action("dismiss", { frees: "attempt" }),
    action("record-refund", { frees: "attempt" }),
  ] as const;
  expect(stateOf(paid, ...both)).toBe("refunded");
  expect(stateOf(...both, paid)).toBe("refunded");
  expect(stateOf(paid, action("record-refund", {}))).toBe("paid");
});

test("an attempt under review is refunded when every transaction under review is refunded (ENG-FREE)", () => {
  const first = exampleNotification({ trueAmount: "1.00" });
  const second = exampleNotification({ trueAmount: "2.00", transactionId: "T2" });
  const reused = exampleNotification({ transactionId: "T3", usedFor: 2 });
  const refund = (...transactions: string[]) =>
    action("record-refund", { frees: "transactions", transactions });
  expect(stateOf(first)).toBe("review");
  expect(stateOf(first, refund("T1"))).toBe("refunded");
  expect(stateOf(first, second, refund("T1"))).toBe("review");
  expect(stateOf(first, second, refund("T1", "T2"))).toBe("refunded");
  expect(stateOf(first, second, refund("T1"), refund("T2"))).toBe("refunded");
  expect(stateOf(first, reused, refund("T1"))).toBe("review");
  expect(stateOf(reused, refund("T3"))).toBe("refunded");
  expect(stateOf(first, refund())).toBe("review");
  expect(stateOf(first, action("record-refund", { frees: "transactions" }))).toBe("review");
  expect(stateOf(first, action("record-refund", { transactions: ["T1"] }))).toBe("review");
  expect(stateOf(first, action("dismiss", { frees: "transactions", transactions: ["T1"] }))).toBe("review");
});
