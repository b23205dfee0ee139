import { describe, expect, test } from "vitest";
import { deriveAttemptState } from "../../src/payment/attempt-state.ts";
import {
  isFailure,
  isInquirySuccessWithoutTransactionId,
  isPaymentReport,
  isSuccess,
} from "../../src/payment/classify-facts.ts";
import type { Fact } from "../../src/payment/fact.ts";
import {
  exampleNotification,
  exampleOperator,
  exampleRefundReport,
  exampleResolution,
  exampleResponse,
  exampleRetry,
  exampleInquiry as inquiry,
} from "./example-facts.ts";
import { expectedAmounts as terms } from "./state-examples.ts";

const refundFact = { source: "refund", at: "2026-11-20T10:06:00.000Z" } as const;
const submittedRefund: Fact = { ...refundFact, step: "submitted", requestId: "A", leaseToken: "L" };
const refund = (outcome: "succeeded" | "failed") => exampleRefundReport({ outcome });
const resolvedRefund: Fact = {
  ...{ ...refundFact, step: "resolved", requestId: "A", outcome: "succeeded", refundId: "R-1" },
  ...{ operator: exampleOperator, note: "Seen at the gateway." },
};
const unproven = () => inquiry({ transactionId: "" });
const page = exampleResponse("redirect");

const refundedByStaff = (transaction: string): Fact => ({
  ...exampleResolution("record-refund"),
  ...{ frees: "transactions", transactions: [transaction] },
});
const refunded = inquiry({ state: "refunded" });

test.each<[string, Fact[], string, ...items: string[]]>([
  ["paid, as the notification reported", [page, inquiry(), exampleNotification()], "paid"],
  ["paid twice", [page, inquiry({ transactionId: "T2" }), exampleNotification()], "paid", "paid-twice 2"],
  ["refunded", [page, refunded], "pending", "refund-notice T1"],
  ["refunded, with the refund on record", [refunded, refund("succeeded")], "created"],
  ["refunded, after a refund that failed", [refunded, refund("failed")], "created", "refund-notice T1"],
  ["refunded, with a refund that was only sent", [refunded, submittedRefund], "created", "refund-notice T1"],
  ["refunded, and only an operator said so", [refunded, resolvedRefund], "created", "refund-notice T1"],
  ["paid without an ID", [page, unproven()], "review", "amount-mismatch "],
  ["paid without an ID, then notified", [page, unproven(), exampleNotification()], "paid"],
  ["paid without an ID, then accepted", [page, unproven(), exampleResolution("accept")], "paid"],
  ["the same, dismissed", [page, unproven(), exampleResolution("dismiss")], "closed", "amount-mismatch "],
  ["the same, refunded by staff", [page, unproven(), refundedByStaff("")], "refunded", "amount-mismatch "],
  ["another refund was recorded", [page, unproven(), refundedByStaff("T9")], "review", "amount-mismatch "],
])("the state after replies to queries: %s (QRY-FACT)", (...[, facts, state, ...items]) => {
  const derived = deriveAttemptState(terms, facts);
  expect(derived.state).toBe(state);
  expect(derived.findings.map(({ kind, dedupeKey }) => `${kind} ${dedupeKey}`)).toEqual(items);
});

describe("the evidence", () => {
  const evidenceOf = (...facts: Fact[]) => deriveAttemptState(terms, facts).findings[0]?.evidence;

  test("of a payment without a transaction ID has the amount and says what to do", () => {
    expect(evidenceOf(unproven())).toBe(
      "The gateway answered a query that the order is paid (19.99 USD), without a transaction ID. This does not prove the payment. Look it up at the gateway.",
    );
    expect(evidenceOf(inquiry({ transactionId: "", trueAmount: "", currency: "" }))).toContain(
      "(no amount) (no currency)",
    );
  });

  test("of a refund names the transaction, if there is one", () => {
    expect(evidenceOf(inquiry({ state: "refunded" }))).toBe(
      "The gateway answered a query that transaction T1 was refunded.",
    );
    expect(evidenceOf(inquiry({ state: "refunded", transactionId: "" }))).toBe(
      "The gateway answered a query that transaction (no ID) was refunded.",
    );
  });
});

test("a reply to a query is a report; paid with an ID is a success, without one it is unproven, and failed is a failure", () => {
  const others: Fact[] = [page, exampleRetry(), exampleResolution("accept")];
  expect([inquiry(), exampleNotification()].every(isPaymentReport)).toBe(true);
  expect(others.some(isPaymentReport)).toBe(false);
  const replies = [inquiry(), unproven(), inquiry({ state: "failed" }), inquiry({ state: "refunded" })];
  expect(replies.map(isSuccess)).toEqual([true, false, false, false]);
  expect(replies.map(isInquirySuccessWithoutTransactionId)).toEqual([false, true, false, false]);
  expect(replies.map(isFailure)).toEqual([false, false, true, false]);
  expect(
    [exampleNotification({ transactionId: "" }), ...others].some(isInquirySuccessWithoutTransactionId),
  ).toBe(false);
  expect(others.some(isFailure) || others.some(isSuccess)).toBe(false);
});
