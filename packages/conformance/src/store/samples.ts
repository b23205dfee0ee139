import type {
  Attempt,
  Cycle,
  InboxEntry,
  Job,
  JobOutcome,
  NotificationFact,
  PaymentLink,
  ReviewItem,
} from "@pay-index/core/store";

/** The payment that most rules are about. */
export const samplePaymentKey = { tenant: "default", reference: "order-1" };

/** The start instant of all samples. */
const sampleStart = Date.UTC(2026, 0, 31, 23, 59, 0);

export function instantAt(seconds: number): Date {
  return new Date(sampleStart + seconds * 1000);
}

/** Returns the instant as records contain it. */
export function at(seconds: number): string {
  return instantAt(seconds).toISOString();
}

export function sampleAttempt(parts: Partial<Attempt> = {}): Attempt {
  return {
    version: 1,
    attemptId: "N1",
    ...samplePaymentKey,
    merchantTenant: parts.tenant ?? samplePaymentKey.tenant,
    number: 1,
    variant: "hosted",
    merchantId: "10002",
    amount: { minor: 1999, currency: "USD" },
    fingerprint: "f".repeat(64),
    notifyTokenHash: "a".repeat(64),
    returnTokenHash: "b".repeat(64),
    createdAt: at(0),
    facts: [],
    state: "created",
    isWinning: false,
    quarantine: [],
    ...parts,
  };
}

export function sampleLink(linkId: string, parts: Partial<PaymentLink> = {}): PaymentLink {
  return {
    version: 1,
    linkId,
    ...samplePaymentKey,
    amount: { minor: 1999, currency: "USD" },
    createdAt: at(0),
    createdBy: { id: "staff-1", name: "Ada ✓" },
    endsAt: at(60),
    ...parts,
  };
}

/** Returns an attempt with a value in every field, and with text that is easily corrupted. */
export function sampleFullAttempt(): Attempt {
  return sampleAttempt({
    variant: "subscription",
    amount: { minor: 9_007_199_254_740_991, currency: "JPY" },
    plan: {
      id: "plan",
      type: "monthly",
      attempts: 3,
      intervalTime: 3600,
      totalCount: 12,
      firstPeriodAmount: 0,
    },
    subscription: { gatewaySubscriptionId: "M", closedWith: 3, closedAt: at(5) },
    state: "paid",
    isWinning: true,
    link: { linkId: "L1", endsAt: at(60) },
    facts: [
      { source: "response", at: at(1), outcome: "redirect", url: "https://pay.test/?a=1&b=%20" },
      sampleNotificationFact("n1", { unsigned: ["amount"], usedFor: 2 }),
      {
        source: "operator",
        at: at(3),
        action: "accept",
        operator: { id: "user_1", name: "Zoë" },
        note: 'It\'s "fine"\n; --',
      },
    ],
    quarantine: [{ id: "q1", at: at(4), code: "mismatch", fields: { amount: "", sign: "😀" }, episode: 2 }],
    snapshot: {
      text: "Grüße, 日本語, 😀, \\u0041 is not A, \u0000, \ud800",
      numbers: [0, -1, 1e21, 0.1],
      nothing: null,
      deep: [[{ "": [] }], {}],
      yes: true,
    },
  });
}

export function sampleNotificationFact(id: string, parts: Partial<NotificationFact> = {}): NotificationFact {
  return {
    source: "notification",
    at: at(2),
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

export function sampleInboxEntry(id: string, parts: Partial<InboxEntry> = {}): InboxEntry {
  const fact = sampleNotificationFact(id);
  return { id, ...samplePaymentKey, attemptId: "N1", receivedAt: instantAt(2), fact, ...parts };
}

export function sampleCycle(number: number, parts: Partial<Cycle> = {}): Cycle {
  const facts = [
    sampleNotificationFact(`c${number}`, { periodCount: String(number), gatewaySubscriptionId: "M" }),
  ];
  return { version: 1, attemptId: "N1", number, facts, state: "paid", ...parts };
}

/** Returns a job that is due at the start. */
export function sampleJob(id: string, parts: Partial<Job> = {}): Job {
  return {
    id,
    kind: "place-order",
    ...samplePaymentKey,
    attemptId: "N1",
    dedupeKey: "",
    status: "due",
    dueAt: at(0),
    createdAt: at(0),
    tries: 0,
    ...parts,
  };
}

export const sampleJobOutcome: JobOutcome = { kind: "done", at: at(9) };

/** Returns an open review item. */
export function sampleReviewItem(id: string, parts: Partial<ReviewItem> = {}): ReviewItem {
  return {
    id,
    kind: "order-not-placed",
    ...samplePaymentKey,
    attemptId: "N1",
    dedupeKey: "",
    status: "open",
    createdAt: at(0),
    problem: { code: "order_changed", message: "The order has another price." },
    ...parts,
  };
}
