import { type SqlParameters, SqlStore } from "@pay-index/core/store";
import { wantedAttempt } from "./large-tables.ts";

/** A statement as a driver receives it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: SqlParameters;
  readonly needsStatistics: boolean;
}

const openStates = ["created", "pending", "approved"] as const;
const allStates = [...openStates, "failed", "review", "closed", "refunded", "paid"] as const;
const { attemptId, createdAt, reference, transactionId, itemId, otherReferences } = wantedAttempt;
const limit = 51;
const from = new Date(`${createdAt.slice(0, 10)}T00:00:00Z`);
const period = { from, before: new Date(from.getTime() + 86_400_000) };
const quarter = { first: "2027-01-01", last: "2027-03-31" };
const after = { lastRefundAt: createdAt, attemptId, number: 1 };

type Read = (store: SqlStore) => Promise<unknown>;

const searchFor = (store: SqlStore, text: string) =>
  store.listAttempts({ states: allStates, search: { text, references: [] }, limit });

/** What staff read, and what the sweep reads for their counts. */
const reads: Readonly<Record<string, Read>> = {
  "the open attempts": (store) => store.listAttempts({ states: openStates, limit }),
  "the open attempts of one tenant": (store) =>
    store.listAttempts({ states: openStates, tenants: ["north"], limit }),
  "the attempts of all groups": (store) => store.listAttempts({ states: allStates, limit }),
  "a later page of all groups": (store) =>
    store.listAttempts({ states: allStates, after: wantedAttempt, limit }),
  "the attempts of a day": (store) => store.listAttempts({ states: allStates, period, limit }),
  "a later page of the attempts of a day and a tenant": (store) =>
    store.listAttempts({ states: allStates, period, tenants: ["north"], after: wantedAttempt, limit }),
  "the attempts to count": (store) => store.countAttempts(100),
  "the first item that waits for each alert": (store) => store.readAlerts(),
  "the refunds since an instant": (store) => store.listRefundedCharges(after, limit),
  "the paid cycles of a period": (store) =>
    store.listPaidCycles({
      after: { paidAt: createdAt, attemptId, number: 1 },
      before: period.before,
      limit,
    }),
  "the review items of a period": (store) =>
    store.listCreatedReviewItems({ after: { createdAt, id: itemId }, before: period.before, limit }),
  "the counts of 90 days": (store) => store.readDailyCounts(quarter),
  "the counts of 90 days of one tenant": (store) => store.readDailyCounts({ ...quarter, tenants: ["north"] }),
};

const now = new Date("2026-01-01T00:00:01Z");
const lease = { token: "token", until: now };
const payment = { tenant: "default", reference };

/** What the sweep asks in each process, although nothing is due, and what a payment asks. */
const ofPayments: Readonly<Record<string, Read>> = {
  "the due jobs": (store) => store.claimDueJobs({ now, lease }, 10),
  "the due jobs that ask the gateway": (store) => store.claimDueJobs({ now, lease, asksGateway: true }, 10),
  "the other due jobs": (store) => store.claimDueJobs({ now, lease, asksGateway: false }, 10),
  "the payments with pending notifications": (store) => store.listPendingPayments(now, 10),
  "the old notifications": (store) => store.deleteProcessedNotifications(now, 100),
  "the ended windows of requests": (store) => store.deleteEndedWindows(now),
  "the backlogs of one tenant": (store) => store.readBacklogs({ dueBefore: now, tenants: ["north"] }),
  "the backlogs": (store) => store.readBacklogs({ dueBefore: now }),
  "a payment": (store) => store.load(payment),
  "a payment with its cycles": (store) => store.load(payment, { cycles: "all", newest: 5, withoutResult: 5 }),
  "the records of a payment": (store) => store.countPaymentRecords(payment),
  "an attempt": (store) => store.findAttempt(attemptId),
};

/** Without statistics, Postgres expects many matches of a search, and few subscriptions. Then it may read all of them. */
const withStatistics: Readonly<Record<string, Read>> = {
  "the tenants of subscriptions": (store) => store.listSubscriptionTenants(),
  "a search by reference": (store) => searchFor(store, reference),
  "a search by gateway order ID": (store) => searchFor(store, attemptId),
  "a search by transaction": (store) => searchFor(store, transactionId),
  "a search by the references of a buyer": (store) =>
    store.listAttempts({
      states: openStates,
      tenants: ["default", "north"],
      search: { text: "ada@example.com", references: otherReferences },
      limit,
    }),
};

/** Returns the statements of each read, as core's store sends them to its driver. */
export async function readStatements(): Promise<(readonly [name: string, Statement])[]> {
  const sent: Omit<Statement, "needsStatistics">[] = [];
  const connection = {
    all: async (sql: string, parameters: SqlParameters) => {
      sent.push({ sql, parameters });
      // Where a row decides whether the next statements are sent, there is one.
      return /LIMIT 1$|^SELECT attempt_id FROM pay_index_attempt/.test(sql)
        ? [{ attempt_id: attemptId }]
        : [];
    },
    run: async (sql: string, parameters: SqlParameters) => {
      sent.push({ sql, parameters });
      return 0;
    },
  };
  const store = new SqlStore({
    read: connection,
    write: (work) => work(connection),
    within: () => connection,
  });
  const rest = new Set(methodsOf(store).filter((name) => !ofFewRows.has(name)));
  const watched = new Proxy(store, {
    get(target, name) {
      rest.delete(String(name));
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const named: [string, Statement][] = [];
  for (const [name, read] of Object.entries({ ...reads, ...ofPayments, ...withStatistics })) {
    await read(watched);
    for (const [index, statement] of sent.splice(0).entries())
      named.push([
        index === 0 ? name : `${name}, ${index + 1}`,
        { ...statement, needsStatistics: name in withStatistics },
      ]);
  }
  if (rest.size > 0) throw new Error(`Nothing here calls ${[...rest].join(", ")} of the store.`);
  return named;
}

/** Each of their statements finds a row by its key, or reads a table that does not grow. `listReviewItems` reads all open items. */
const ofFewRows: ReadonlySet<string> = new Set([
  ...["commit", "receive", "claimJob", "completeJob", "renewLease", "retryJobLater", "giveUpJob"],
  ...["findAttempts", "findLink", "findReviewItem", "listReviewItems", "deletePayment", "countRequest"],
  ...["secrets", "addSecret", "signStrength", "rememberSignStrength", "recordActivity", "listActivities"],
  ...["claimAlerts", "collectAlertItems", "saveAlerts"],
]);

function methodsOf(value: object): string[] {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null
    ? []
    : [
        ...Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor"),
        ...methodsOf(prototype),
      ];
}
