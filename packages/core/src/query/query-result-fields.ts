import type { QueryResult } from "./query-and-apply.ts";

/** The answer about one attempt, as the APIs of admins send it: null where the answer has nothing. */
export interface QueryResultFields {
  readonly outcome: QueryResult["outcome"];
  /** With `reported`: what the gateway says of the order. */
  readonly state: Extract<QueryResult, { readonly outcome: "reported" }>["state"] | null;
  /** With `unverified`, `unknown` and `not-asked`: a word of a closed list. */
  readonly reason: Extract<QueryResult, { readonly reason: unknown }>["reason"] | null;
  /** With `rejected`: the gateway's text, if it gave one. */
  readonly text: string | null;
}

/** Returns the answer with the same fields for each outcome. */
export function toQueryResultFields(result: QueryResult): QueryResultFields {
  const none = { state: null, reason: null, text: null };
  switch (result.outcome) {
    case "reported":
      return { ...none, outcome: result.outcome, state: result.state };
    case "rejected":
      return { ...none, outcome: result.outcome, text: result.text ?? null };
    case "unverified":
    case "unknown":
    case "not-asked":
      return { ...none, outcome: result.outcome, reason: result.reason };
  }
}
