import type { Change, InboxEntry, Work } from "@pay-index/core";

const book = { tenant: "t", reference: "r", orderNumber: "N1" };
const instant = "2026-01-01T00:00:00.000Z";

export const done = { at: instant };
export const theBook = { tenant: "t", reference: "r" };

export function aWork(id: string): Work {
  return {
    version: 1,
    id,
    kind: "paid",
    ...book,
    status: "due",
    dueAt: instant,
    createdAt: instant,
    tries: 0,
  };
}

export function anEntry(id: string): InboxEntry {
  const said = { returncode: "00", amount: "1.00", trueAmount: "1.00", currency: "USD", transactionId: "T" };
  const proof = { datetime: "2026-01-01 00:00:00", rule: "received", key: "current" } as const;
  return {
    id,
    ...book,
    receivedAt: new Date(instant),
    fact: { source: "notification", at: instant, id, ...said, ...proof },
  };
}

export function change(version: number, parts: Partial<Change> = {}): Change {
  const nothing = { payments: [], cycles: [], transactions: [], settled: [], work: [], ended: [] };
  return { ...theBook, version, ...nothing, ...parts };
}

/** The right to do work for a long time from the first instant. */
export function aClaim(limit = 10) {
  return {
    now: new Date(instant),
    lease: { token: "lease", until: new Date("2026-01-02T00:00:00.000Z") },
    limit,
  };
}
