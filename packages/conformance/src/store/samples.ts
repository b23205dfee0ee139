import type { Cycle, InboxEntry, NotificationFact, Payment, Work } from "@pay-index/core";

export const tenant = "default";
export const reference = "order-1";

/** The instant that all samples are counted from. */
const start = Date.UTC(2026, 0, 31, 23, 59, 0);

export function at(seconds: number): Date {
  return new Date(start + seconds * 1000);
}

export function aPayment(parts: Partial<Payment> = {}): Payment {
  return {
    version: 1,
    orderNumber: "N1",
    tenant,
    reference,
    attempt: 1,
    variant: "hosted",
    merchantId: "10002",
    money: { minor: 1999, currency: "USD" },
    fingerprint: "f".repeat(64),
    notifyTokenHash: "a".repeat(64),
    returnTokenHash: "b".repeat(64),
    createdAt: at(0).toISOString(),
    facts: [],
    state: "created",
    takesReference: false,
    quarantine: [],
    ...parts,
  };
}

/** With something in every place that a payment has, and text that is easily damaged. */
export function aFullPayment(): Payment {
  return aPayment({
    variant: "subscription",
    money: { minor: 9_007_199_254_740_991, currency: "JPY" },
    plan: {
      id: "plan",
      type: "monthly",
      attempts: 3,
      intervalTime: 3600,
      totalCount: 12,
      firstPeriodAmount: 0,
    },
    subscription: { masterId: "M", closedWith: 3, closedAt: at(5).toISOString() },
    state: "paid",
    takesReference: true,
    facts: [
      {
        source: "response",
        at: at(1).toISOString(),
        outcome: "redirect",
        url: "https://pay.test/?a=1&b=%20",
      },
      aNotificationFact("n1", { unsigned: ["amount"], hasPaid: 2 }),
      {
        source: "operator",
        at: at(3).toISOString(),
        action: "accepted",
        operator: { id: "user_1", name: "Zoë" },
        note: 'It\'s "fine"\n; --',
      },
    ],
    quarantine: [
      { id: "q1", at: at(4).toISOString(), word: "mismatch", fields: { amount: "", sign: "😀" }, spell: 2 },
    ],
    host: {
      text: "Grüße, 日本語, 😀, \\u0041 is not A, \u0000, \ud800",
      numbers: [0, -1, 1e21, 0.1],
      nothing: null,
      deep: [[{ "": [] }], {}],
      yes: true,
    },
  });
}

export function aNotificationFact(id: string, parts: Partial<NotificationFact> = {}): NotificationFact {
  return {
    source: "notification",
    at: at(2).toISOString(),
    id,
    returncode: "00",
    amount: "19.99",
    trueAmount: "19.990",
    currency: "USD",
    transactionId: "T-1",
    datetime: "2026-01-31 23:59:02",
    rule: "received",
    key: "current",
    ...parts,
  };
}

export function anEntry(id: string, parts: Partial<InboxEntry> = {}): InboxEntry {
  const fact = aNotificationFact(id);
  return { id, tenant, reference, orderNumber: "N1", receivedAt: at(2), fact, ...parts };
}

export function aCycle(number: number, parts: Partial<Cycle> = {}): Cycle {
  const facts = [aNotificationFact(`c${number}`, { periodCount: String(number), masterId: "M" })];
  return { version: 1, orderNumber: "N1", number, facts, state: "paid", ...parts };
}

/** Due at the start. */
export function aWork(id: string, parts: Partial<Work> = {}): Work {
  return {
    version: 1,
    id,
    kind: "paid",
    tenant,
    reference,
    orderNumber: "N1",
    status: "due",
    dueAt: at(0).toISOString(),
    createdAt: at(0).toISOString(),
    tries: 0,
    ...parts,
  };
}
