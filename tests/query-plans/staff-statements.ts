import { type SqlParameters, SqlStore } from "@pay-index/core/store";
import { wantedAttempt } from "./large-tables.ts";

/** A statement as a driver receives it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: SqlParameters;
  readonly isSearch: boolean;
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

const searches: Readonly<Record<string, Read>> = {
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

const all = { ...reads, ...searches };

/** Returns the statement of each read, as core's store sends it to its driver. */
export async function readStaffStatements(): Promise<(readonly [name: string, Statement])[]> {
  const sent: Omit<Statement, "isSearch">[] = [];
  const connection = {
    all: async (sql: string, parameters: SqlParameters) => {
      sent.push({ sql, parameters });
      return [];
    },
    run: async () => 0,
  };
  const store = new SqlStore({
    read: connection,
    write: (work) => work(connection),
    within: () => connection,
  });
  for (const read of Object.values(all)) await read(store);
  return Object.keys(all).map((name, index) => {
    const statement = sent[index];
    if (statement === undefined) throw new Error(`${name} sent no statement`);
    return [name, { ...statement, isSearch: name in searches }] as const;
  });
}
