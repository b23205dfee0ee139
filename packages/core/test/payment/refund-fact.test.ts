import { expect, test } from "vitest";
import { type RefundFact, refundFactIdentity, refundFactSchema } from "../../src/payment/refund-fact.ts";
import { exampleOperator } from "./example-facts.ts";

const base = { source: "refund", at: "2026-03-01T12:00:00.000Z" } as const;
const amount = { minor: 500, currency: "USD" };

const answered = { ...base, step: "answered", requestId: "A" } as const;
const reported = { ...base, step: "reported", refundId: "R-1", transactionId: "T1", amount } as const;
const facts: Readonly<Record<string, RefundFact>> = {
  "refund/requested/A": {
    ...{ ...base, step: "requested", requestId: "A", transactionId: "T1", amount, reason: "Returned." },
    ...{ operator: exampleOperator, ofOrder: true },
  },
  "refund/submitted/A": { ...base, step: "submitted", requestId: "A", leaseToken: "L" },
  "refund/answered/accepted/A": { ...answered, outcome: "accepted", refundId: "R-1" },
  "refund/answered/refused/A": { ...answered, outcome: "refused", text: "No." },
  "refund/answered/unknown/A": { ...answered, outcome: "unknown", text: "timeout" },
  "refund/reported/succeeded/R-1": {
    ...{ ...reported, reporter: "dispute-webhook", outcome: "succeeded", ofOrder: false },
  },
  "refund/reported/failed/R-1": { ...reported, reporter: "refund-query", outcome: "failed", ofOrder: true },
  "refund/reported/succeeded/T1": {
    ...{ ...reported, refundId: "T1", reporter: "query", outcome: "succeeded", ofOrder: false },
  },
  "refund/resolved/A": {
    ...{ ...base, step: "resolved", requestId: "A", outcome: "succeeded", refundId: "R-1" },
    ...{ operator: exampleOperator, note: "Seen." },
  },
};

test.each(Object.entries(facts))("the identity of a fact about a refund is %s", (identity, fact) => {
  expect(refundFactIdentity(fact)).toBe(identity);
  expect(refundFactSchema().parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
});

test("an operator can resolve a refund as failed", () => {
  const failed = { ...facts["refund/resolved/A"], outcome: "failed" };
  expect(refundFactSchema().parse(failed)).toEqual(failed);
});
