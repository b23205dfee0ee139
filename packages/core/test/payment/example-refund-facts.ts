import type { RefundFact } from "../../src/payment/refund-fact.ts";
import { exampleOperator, exampleRefundReport } from "./example-facts.ts";

export const refundedAt = (second: number) => `2026-03-01T12:00:0${second}.000Z`;

type Answer = Partial<Extract<RefundFact, { step: "answered" }>>;

/** The facts about refunds of the 19.99 USD of transaction T1, in the order in which they usually come. */
export const refundFacts = {
  requested: (requestId = "A", minor = 500, second = 0): RefundFact => ({
    ...{ source: "refund", at: refundedAt(second), step: "requested", requestId, transactionId: "T1" },
    ...{ amount: { minor, currency: "USD" }, reason: "Returned.", operator: exampleOperator, ofOrder: true },
  }),
  submitted: (requestId = "A"): RefundFact => ({
    ...{ source: "refund", at: refundedAt(1), step: "submitted", requestId, leaseToken: "L" },
  }),
  answered: (outcome: "accepted" | "unknown" | "refused", requestId = "A", more: Answer = {}) =>
    ({ source: "refund", at: refundedAt(2), step: "answered", requestId, outcome, ...more }) as RefundFact,
  reported: (
    outcome: "succeeded" | "failed",
    { refundId = "R-1", minor = 500, transactionId = "T1", at = refundedAt(3) } = {},
  ): RefundFact =>
    exampleRefundReport({
      ...{ at, refundId, transactionId, outcome },
      ...{ amount: { minor, currency: "USD" }, ofOrder: true },
    }),
  resolved: (outcome: "succeeded" | "failed", refundId?: string): RefundFact => ({
    ...{ source: "refund", at: refundedAt(4), step: "resolved", requestId: "A", outcome },
    ...{ operator: exampleOperator, note: "Seen.", ...(refundId && { refundId }) },
  }),
};
