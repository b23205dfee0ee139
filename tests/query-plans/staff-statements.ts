import { type AttemptSelection, type SqlParameters, SqlStore } from "@pay-index/core/store";
import { wantedAttempt } from "./large-tables.ts";

/** A statement as a driver receives it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: SqlParameters;
  readonly isSearch: boolean;
}

const openStates = ["created", "pending", "approved"] as const;
const allStates = [...openStates, "failed", "review", "closed", "refunded", "paid"] as const;
const { attemptId, reference, transactionId, otherReferences } = wantedAttempt;
const limit = 51;

/** What staff select in the list of attempts. */
const selections = {
  "the open attempts": { states: openStates, limit },
  "the open attempts of one tenant": { states: openStates, tenants: ["north"], limit },
  "the attempts of all groups": { states: allStates, limit },
  "a later page of all groups": { states: allStates, after: wantedAttempt, limit },
  "a search by reference": { states: allStates, search: { text: reference, references: [] }, limit },
  "a search by gateway order ID": { states: allStates, search: { text: attemptId, references: [] }, limit },
  "a search by transaction": { states: allStates, search: { text: transactionId, references: [] }, limit },
  "a search by the references of a buyer": {
    states: openStates,
    tenants: ["default", "north"],
    search: { text: "ada@example.com", references: otherReferences },
    limit,
  },
} as const satisfies Record<string, AttemptSelection>;

/** Returns the statement of each selection, as core's store sends it to its driver. */
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
  for (const selection of Object.values(selections)) await store.listAttempts(selection);
  return Object.entries(selections).map(([name, selection], index) => {
    const statement = sent[index];
    if (statement === undefined) throw new Error(`${name} sent no statement`);
    return [name, { ...statement, isSearch: "search" in selection }] as const;
  });
}
