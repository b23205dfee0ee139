import type { InboxEntry, Job, PaymentChange, ReviewItem } from "@pay-index/core/store";

const exampleAttemptKey = { tenant: "t", reference: "r", attemptId: "N1" };
const exampleInstant = "2026-01-01T00:00:00.000Z";

export const exampleOutcome = { kind: "done", at: exampleInstant } as const;
export const examplePaymentKey = { tenant: "t", reference: "r" };

export function exampleJob(id: string): Job {
  return {
    id,
    kind: "place-order",
    ...exampleAttemptKey,
    dedupeKey: "",
    status: "due",
    dueAt: exampleInstant,
    createdAt: exampleInstant,
    tries: 0,
  };
}

export function exampleReviewItem(id: string): ReviewItem {
  return {
    id,
    kind: "order-not-placed",
    ...exampleAttemptKey,
    dedupeKey: "",
    status: "open",
    createdAt: exampleInstant,
    problem: { code: "order_changed", message: "The order has another price." },
  };
}

export function exampleInboxEntry(id: string): InboxEntry {
  const said = { returncode: "00", amount: "1.00", trueAmount: "1.00", currency: "USD", transactionId: "T" };
  const proof = { datetime: "2026-01-01 00:00:00", rule: "received", key: "current" } as const;
  return {
    id,
    ...exampleAttemptKey,
    receivedAt: new Date(exampleInstant),
    fact: { source: "notification", at: exampleInstant, id, ...said, ...proof },
  };
}

export function exampleChange(version: number, parts: Partial<PaymentChange> = {}): PaymentChange {
  return {
    ...examplePaymentKey,
    version,
    attempts: [],
    cycles: [],
    transactions: [],
    processed: [],
    jobs: [],
    reviewItems: [],
    completedJobs: [],
    resolvedItems: [],
    ...parts,
  };
}

/** A claim with a lease that lasts for a day from the first instant. */
export const exampleClaim = {
  now: new Date(exampleInstant),
  lease: { token: "lease", until: new Date("2026-01-02T00:00:00.000Z") },
};
