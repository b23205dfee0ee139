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

export const sharedSampleTenant = "default";
export const sharedSampleReference = "order-1";

/** The start instant of all samples. */
const sampleStart = Date.UTC(2026, 0, 31, 23, 59, 0);

export function instantAt(seconds: number): Date {
  return new Date(sampleStart + seconds * 1000);
}

export function sampleAttempt(parts: Partial<Attempt> = {}): Attempt {
  return {
    version: 1,
    attemptId: "N1",
    tenant: sharedSampleTenant,
    merchantTenant: parts.tenant ?? sharedSampleTenant,
    reference: sharedSampleReference,
    number: 1,
    variant: "hosted",
    merchantId: "10002",
    amount: { minor: 1999, currency: "USD" },
    fingerprint: "f".repeat(64),
    notifyTokenHash: "a".repeat(64),
    returnTokenHash: "b".repeat(64),
    createdAt: instantAt(0).toISOString(),
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
    tenant: sharedSampleTenant,
    reference: sharedSampleReference,
    amount: { minor: 1999, currency: "USD" },
    createdAt: instantAt(0).toISOString(),
    createdBy: { id: "staff-1", name: "Ada ✓" },
    endsAt: instantAt(60).toISOString(),
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
    subscription: { gatewaySubscriptionId: "M", closedWith: 3, closedAt: instantAt(5).toISOString() },
    state: "paid",
    isWinning: true,
    link: { linkId: "L1", endsAt: instantAt(60).toISOString() },
    facts: [
      {
        source: "response",
        at: instantAt(1).toISOString(),
        outcome: "redirect",
        url: "https://pay.test/?a=1&b=%20",
      },
      sampleNotificationFact("n1", { unsigned: ["amount"], usedFor: 2 }),
      {
        source: "operator",
        at: instantAt(3).toISOString(),
        action: "accept",
        operator: { id: "user_1", name: "Zoë" },
        note: 'It\'s "fine"\n; --',
      },
    ],
    quarantine: [
      {
        id: "q1",
        at: instantAt(4).toISOString(),
        code: "mismatch",
        fields: { amount: "", sign: "😀" },
        episode: 2,
      },
    ],
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
    at: instantAt(2).toISOString(),
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
  return {
    id,
    tenant: sharedSampleTenant,
    reference: sharedSampleReference,
    attemptId: "N1",
    receivedAt: instantAt(2),
    fact,
    ...parts,
  };
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
    tenant: sharedSampleTenant,
    reference: sharedSampleReference,
    attemptId: "N1",
    dedupeKey: "",
    status: "due",
    dueAt: instantAt(0).toISOString(),
    createdAt: instantAt(0).toISOString(),
    tries: 0,
    ...parts,
  };
}

export const sampleJobOutcome: JobOutcome = { kind: "done", at: instantAt(9).toISOString() };

/** Returns an open review item. */
export function sampleReviewItem(id: string, parts: Partial<ReviewItem> = {}): ReviewItem {
  return {
    id,
    kind: "order-not-placed",
    tenant: sharedSampleTenant,
    reference: sharedSampleReference,
    attemptId: "N1",
    dedupeKey: "",
    status: "open",
    createdAt: instantAt(0).toISOString(),
    problem: { code: "order_changed", message: "The order has another price." },
    ...parts,
  };
}
