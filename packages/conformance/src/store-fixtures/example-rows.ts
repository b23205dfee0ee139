import type { InboxEntry, Job, PaymentChange } from "@pay-index/core/store";

const exampleAttemptKey = { tenant: "t", reference: "r", attemptId: "N1" };
const exampleInstant = "2026-01-01T00:00:00.000Z";

export const exampleOutcome = { at: exampleInstant };
export const examplePaymentKey = { tenant: "t", reference: "r" };

export function exampleJob(id: string): Job {
  return {
    version: 1,
    id,
    kind: "order-not-placed",
    ...exampleAttemptKey,
    status: "due",
    dueAt: exampleInstant,
    createdAt: exampleInstant,
    tries: 0,
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
  const nothing = { payments: [], cycles: [], transactions: [], settled: [], work: [], ended: [] };
  return { ...examplePaymentKey, version, ...nothing, ...parts };
}

/** The right to do work for a long time from the first instant. */
export function exampleClaim(limit = 10) {
  return {
    now: new Date(exampleInstant),
    lease: { token: "lease", until: new Date("2026-01-02T00:00:00.000Z") },
    limit,
  };
}
